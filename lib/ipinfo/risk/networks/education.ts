/**
 * Networks of schools, universities and research.
 */
export const EDUCATION = `
Academic Computer Centre CYFRONET AGH: 8267
ACONET: 1853
Akademska mreza Republike Srbije - AMRES: 13092
Albany Schoharie Schenectady BOCES: 22693
Ames Laboratory: 2640
Argonne National Laboratory: 683
Arizona Board of Regents: 62600
ARNES: 2107
Associacao Antonio Vieira - Unisinos: 19611
Australian Academic and Research Network: 7573 7575 23719 23859 24433 24436 24437
BCnet: 271
BELNET: 2611
Berner Fachhochschule: 200233
British Columbia Institute of Technology: 4476
Brookhaven National Laboratory: 43
California Institute of Technology: 31
CEA-Saclay: 777
CENIC: 2152
Centre de Calcul El Khawarizmi: 37717
CERN - European Organization for Nuclear: 513
CESNET: 2852
China Education and Research Network Center: 4538
CNIC-CAS: 7497
Commonwealth Scientific and Industrial: 6262 134111
Consortium GARR: 137
Corporation for National Research: 545
Croatian Academic and Research Network: 2108
CSC - Tieteen tietotekniikan keskus: 1741
Deutsches Elektronen-Synchrotron DESY: 1754
Diophantus: 8248
Entidad Publica Empresarial Red.es: 766
Erie 1 BOCES: 25935
ESnet: 291 292 293 3428
Fermi National Accelerator Laboratory: 3152
Florida Institute of Technology: 31967
Fondation RESTENA: 2602
Fraunhofer-Gesellschaft zur Foerderung der: 5501 12643 28714
Fundacao Carlos Chagas Filho de Amparo a: 2715
FUNDACAO DE AMPARO A PESQUISA DO ESTADO SAO: 1251
Fundacao para a Ciencia e a Tecnologia, I.P: 1930
Fundacion Centro de Supercomputacion de: 44593
Fundacion Centro Nacional de Innovacion: 20312
FUNPAR - Fundacao da UFPR para o DCTC: 10881
FZI Forschungszentrum Informatik: 205046
Georgia Institute of Technology: 2637
Gesellschaft fuer wissenschaftliche: 207592
HEAnet: 1213
High Energy Accelerator Research: 2505
Idaho National Laboratory: 14702
Illinois Century Network: 6325
Industrial Technology Research Institute: 18422
Information Systems Department, Japan: 3488
Institute for Research in Fundamental: 6736
Institute of Technology Bandung: 4796
IUCC - Israel InterUniversity Computation: 378
Japan Atomic Energy Agency: 4729
Jet Propulsion Laboratory: 127
Jisc Services: 786
Karlsruhe Institute of Technology: 34878
KIFU (Governmental Info Tech Development: 1955
King Abdul Aziz City for Science and: 8895
KISTI: 1237
Korea Advanced Institute of Science and: 1781
Korea Aerospace Research Institute: 9489
Lawrence Berkeley National Laboratory: 16
Lawrence Livermore National Laboratory: 45
Leibniz-Rechenzentrum: 12816
London Grid for Learning Trust: 60187
Los Alamos National Laboratory: 68
Los Nettos: 226
Louisiana Board of Regents/Louisiana Optical: 32440
Massachusetts Institute of Technology: 3 63
Max-Planck-Gesellschaft zur Forderung der: 42873
MCNC: 81
Merit Network: 237
National Academic Network and Information: 8517
National Infrastructures for Research and: 5408
National Institute of Advanced Industrial: 23793
National Knowledge Network: 55824
NAUKOWA I AKADEMICKA SIEC KOMPUTEROWA: 1887 8308
Network Nebraska: 11714
New Mexico Tech: 17153
NJEDge.Net: 21976
Oak Ridge National Laboratory: 50
OARnet: 600
OSHEAN: 14325
Pittsburgh Supercomputing Center: 5050
Rannsokna- og haskolanet Islands: 15474
Rede Nacional de Ensino e Pesquisa: 1916
Renater: 789 1303 1307 1715 1942 1945 2200 2202 2259 2269 2439 2457
Rensselaer Polytechnic Institute: 91
Research Organization of Information and: 2907
Reseau d'Informations Scientifiques du: 376
Rochester Institute of Technology: 4385
Sandia National Laboratories: 377 3562
San Diego Supercomputer Center: 195
SCIENTIFIC RESEARCH INSTITUTE FOR SYSTEM: 3267
SIKT - KUNNSKAPSSEKTORENS TJENESTELEVERANDOR: 224
SLAC National Accelerator Laboratory: 3671
Space Telescope Science Institute: 26020
Stichting Nederlandse Wetenschappelijk: 1104
SUNY Institute of Technology: 20337
SURF: 1101 1103 1128 1161
SWITCH: 559
Taiwan Academic Network (TANet) Information: 1659
TENET (The UNINET Project): 2018
Thomas Jefferson National Accelerator: 6406
Toi Ohomai Institute of Technology: 55524
UMASSNET: 1968
University of California, San Diego: 7377
Verein zur Foerderung eines Deutschen: 680
Vetenskapsradet / SUNET: 1653
Virginia Polytechnic Institute and State: 1312
Washington State K-20 Telecommunications: 10430
WiscNet: 2381
Zdruzenie pouzivatelov Slovenskej: 2607
`;
