/**
 * Networks of governments, their offices and armed forces, and of international
 * organizations.
 */
export const GOVERNMENT = `
Air Force Systems Networking: 391 399 409 427
Architect of the Capitol: 2384
Cenitex: 9893
Centre des technologies de l'information de: 25094
Centre Informatique Etat de Fribourg: 25021
China eGovNet Information Center: 37937
CITEC: 9650
Commonwealth of KentuckyDepartment of: 10921
Commonwealth of Massachusetts: 6527
Council of the EU, General Secretariat: 213160
CSI Piemonte: 2594
DACOM-PUBNETPLUS: 9316
Data Communication Business: 4782
Dataport AoR: 33846
DC-Net: 33084
DEPARTAMENTO DE CIENCIA E TECNOLOGIA: 61612
Deutscher Wetterdienst: 41289
Development & Research Center of State: 9811
Direction des Systemes d'Information, Etat: 15675
DoD Network Information Center: 721
Environmental Protection Agency: 14298
ETAT DE GENEVE: 21449
EUROCONTROL, the European Organisation for: 199541
European Commission: 42848
FBI Criminal Justice Information Systems: 25996
Federal Aviation Administration: 3923 4046
Federal Emergency Management Agency: 3153
Federal Reserve Board: 10754
Finanzdirektion des Kantons Bern: 15585
Florida Department of Management Services: 8103
FMV: 1881
Food And Agriculture Organization of the: 5535
Forsakringskassan: 197942
General Services Commission: 1761
Georgia Technology Authority: 2897
GONET: 808
Hauptverband der oesterreichischen: 16099
Headquarters, USAISC: 13 252 289 747 1493 1516 1530 1540 1602 1637 1649 4010
Helse Vest IKT: 60278
Iowa Communications Network: 6122
Junta de Andalucia: 198096
LA DIRECTION INTERMINISTERIELLE DU NUMERIQUE: 60855
Lantmateriet: 199902
Magistrat der Stadt Wien: 6720
Ministerie van Verkeer en: 42894
Ministero della Difesa: 210026
National Aeronautics and Space: 270 297 1701 10343
National Cancer Institute: 6150
National Informatics Centre: 4758
NATIONAL INFORMATION RESOURCES SERVICE: 17841
National Institute of Standards and: 49
National Nuclear Security Administration: 3424
National Oceanic and Atmospheric: 2648 3477
New York State: 26854
NHS England: 42952
NORTHERN TERRITORY OF AUSTRALIA: 132321
Office of The Chief Information Officer: 136572
Province of British Columbia: 3633
Regione Toscana: 6882
Region Stockholm: 19399
Service Alberta: 393952
SERVICO FEDERAL DE PROCESSAMENTO DE DADOS: 10954
Shared Services Canada: 2665 2675 3766 25689
Skane Lans Landsting: 34576
SSC-ICT Haaglanden: 48037
Statens Vegvesen: 200139
State of NC - State Telecommunications: 6559
Swedish Armed Forces: 9201
Swedish Tax Agency: 15991
Swiss Federation represented by FOITT: 33845
Tennessee Valley Authority: 10384
The Defence Science and Technology: 7
UK Ministry of Defence: 203665
United States Antarctic Program: 7872
United States Department of Defense (DoD): 56 749
United States Postal Service: 5774
Uppsala Kommun: 38956
U.S. Center For Disease Control and: 13611
USDA: 4155
U.S. House of Representatives: 1999
U.S. National Science Foundation: 102
Valtion tieto- ja viestintatekniikkakeskus: 214692
VASTRA GOTALANDS LANS LANDSTING: 56736
Vermont Agency of Digital Services: 11577
`;
