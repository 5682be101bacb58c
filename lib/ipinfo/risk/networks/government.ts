/**
 * Networks of governments, their offices and armed forces, and of international
 * organizations.
 */
export const GOVERNMENT = `
Air Force Systems Networking: 65 384 391 399 400 405 406 408 409 427
Air Force Systems Networking: 461 463 467 468 485 500 745
Architect of the Capitol: 2384
Australian Bureau of Statistics: 9983
California Public Utilities Commission: 46341
Canada Mortgage and Housing: 397344
Cenitex: 9893
Centre des technologies de l'information de: 25094
Centre Informatique Etat de Fribourg: 25021
China eGovNet Information Center: 37937
CIRB-CIBG: 15383
CITEC: 9650
COMCARE: 141400
Commonwealth of KentuckyDepartment of: 10921
Commonwealth of Massachusetts: 6527
Comunidad Autonoma de la Region de Murcia: 39069
Congressional Budget Office: 2274
Council of the EU, General Secretariat: 213160
CSI Piemonte: 2594
DACOM-PUBNETPLUS: 9316 9950
Data Communication Business: 4782
Dataport AoR: 33846
DC-Net: 33084
DEPARTAMENTO DE CIENCIA E TECNOLOGIA: 61612
Deutscher Wetterdienst: 41289
Development & Research Center of State: 9811
Dienst Wegverkeer: 204635
Digital Agency: 63784
Digital City Construction Leading Group: 149808
Direction des Systemes d'Information, Etat: 15675
DoD Network Information Center: 306 316 317 319 320 321 322 323 324 325
DoD Network Information Center: 326 327 328 329 331 334 335 336 337 338
DoD Network Information Center: 339 340 341 342 343 344 345 346 347 348
DoD Network Information Center: 349 350 351 352 353 355 356 357 358 360
DoD Network Information Center: 361 362 364 365 366 367 368 369 370 371
DoD Network Information Center: 619 627 634 636 637 647 656 664 665 721
DoD Network Information Center: 722 1551 1553 1554 1555 1556 1559 1561 1562 1563
DoD Network Information Center: 1565 1567 1580 1585 1590 1600 1911 4221 5132 5133
DoD Network Information Center: 5180 5182 5237 5264 5277 5284 5307 5329 5371 5374
DoD Network Information Center: 5376 5831 5839 5842 5852 5860 5887 5927 5939 5957
DoD Network Information Center: 5958 5972 5974 5978 5980 5982 6006 6009 6026 6034
DoD Network Information Center: 6035 6039 6040 6041 6042 27046 27047 27064 27065 27066
DoD Network Information Center: 27069 27079 27086 27087 27132 27135 27137 27138 27139 27142
DoD Network Information Center: 27149 27154
Environmental Protection Agency: 14298
ETAT DE GENEVE: 21449
EUROCONTROL, the European Organisation for: 199541
European Commission: 42848
European Patent Organisation: 28756
Executive Office Of The President: 2650
FBI Criminal Justice Information Systems: 25996
Federal Aviation Administration: 3923 4046
Federal Emergency Management Agency: 3153 21929
Federal Reserve Board: 10754
Finanzdirektion des Kantons Bern: 15585
Florida Department of Management Services: 8103
FMV: 1881 214686
Food And Agriculture Organization of the: 5535
Forsakringskassan: 197942
General Services Commission: 1761
Georgia Technology Authority: 2897
GONET: 808 857 858 859 860 861 862 863 864 865
GONET: 866 867 868 869 870 871 872 873 874 875
GONET: 876 877 878 879 880 881 882 883 884 885
Hauptverband der oesterreichischen: 16099
Headquarters, USAISC: 13 153 213 252 258 289 538 670 672 673
Headquarters, USAISC: 747 1212 1492 1493 1501 1508 1516 1523 1530 1540
Headquarters, USAISC: 1544 1602 1637 1649 4010
Helse Vest IKT: 60278
House of Commons: 398290
Iowa Communications Network: 6122
IT-Dienstleistungszentrum Berlin: 13128
Junta de Andalucia: 198096
LA DIRECTION INTERMINISTERIELLE DU NUMERIQUE: 60855
Lantmateriet: 199902
Lepida: 31638
London Borough of Hackney: 39400
Magistrat der Stadt Wien: 6720 16314
Ministerie van Verkeer en: 42894
Ministero della Difesa: 210026
National Aeronautics and Space: 24 270 297 372 1701 1848 2143 10343 21556
National Cancer Institute: 6150
National Informatics Centre: 4758
NATIONAL INFORMATION RESOURCES SERVICE: 17841
National Institute of Standards and: 49
National Nuclear Security Administration: 3424 18927
National Oceanic and Atmospheric: 2648 3477 6629 7764 10616 26100
New York State: 26854
NHS England: 42952
NORTHERN TERRITORY OF AUSTRALIA: 132321
Office of The Chief Information Officer: 136572
Parlamentsdirektion: 6883
Peace Corps: 396322
Polismyndigheten: 2799
Province of British Columbia: 3633
Rechenzentrum der Finanzverwaltung NRW: 202283
Regione Toscana: 6882
Region Stockholm: 19399
Senate of Pennsylvania: 22178
Servei Catala de la Salut: 16153
Service Alberta: 393952
SERVICO FEDERAL DE PROCESSAMENTO DE DADOS: 10954
Shared Services Canada: 566 806 820 837 2665 2667 2675 2680 2682 3766
Shared Services Canada: 25689
Sjofartsverket: 200060
Skane Lans Landsting: 34576
SmalS: 16326
South Coast Air Quality Management District: 36091
South Florida Water Management District: 17343
SSC-ICT Haaglanden: 48037
Statens Vegvesen: 200139
State of NC - State Telecommunications: 6559
Steiermaerkische: 210543
Swedish Armed Forces: 9201
Swedish Tax Agency: 15991
Swiss Armed Forces - AFCSO: 200544
Swiss Federation represented by FOITT: 33845
Tennessee Valley Authority: 10384
The Defence Science and Technology: 7
The North Atlantic Treaty Organization: 214445
Trafikverket: 49272
UK Ministry of Defence: 203665
UNICEF-UNHOUSE-DAKAR-1 - UNICEF: 397828
United States Antarctic Program: 7872
United States Department of Defense (DoD): 56 121 126 129 138 149 155 228 273 300
United States Department of Defense (DoD): 359 518 571 668 687 749 1208 1733 1904 1908
United States Department of Defense (DoD): 1959 2577 2621 3470 3471 3472 3474 3529 3537 3954
United States Department of Defense (DoD): 5052 5877 27080
United States Postal Service: 5774
Uppsala Kommun: 38956
U.S. Center For Disease Control and: 13611
USDA: 4155
U.S. House of Representatives: 1999
U.S. National Science Foundation: 102
US Senate: 3495
Valtion tieto- ja viestintatekniikkakeskus: 214692
VASTRA GOTALANDS LANS LANDSTING: 56736
Vermont Agency of Digital Services: 11577
`;
