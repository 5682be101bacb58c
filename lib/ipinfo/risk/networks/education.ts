/**
 * Networks of schools, universities and research.
 */
export const EDUCATION = `
Academic Computer Centre CYFRONET AGH: 8267 8323
ACONET: 1120 1853 35052
Akademska mreza Republike Srbije - AMRES: 13092
Albany Schoharie Schenectady BOCES: 22693
Ames Laboratory: 2640
Argonne National Laboratory: 683
Arizona Board of Regents: 62600
ARNES: 2107 51988
Assoc do Inst Nac de Matematica Pura e: 262829
Associacao Antonio Vieira - Unisinos: 19611
Australian Academic and Research Network: 7573 7575 23719 23859 24101 24433 24436 24437
Australian Nuclear Science and Technology: 45128
BCnet: 271
BELNET: 2611 198559
Berner Fachhochschule: 200233
Biblioteca Apostolica Vaticana: 61160
British Columbia Institute of Technology: 4476
Brookhaven National Laboratory: 43
California Institute of Technology: 31
CEA-Saclay: 777
CENIC: 2152 2153
Center for Research and Technology Hellas: 47616
Centre de Calcul El Khawarizmi: 37717
CERN - European Organization for Nuclear: 513 1297
CERNET New Technology: 133111
CESNET: 2852
China Education and Research Network Center: 4538
C I C E S E: 3640
China Next Generation Internet CERNET2: 23910
CNIC-CAS: 7497
Cold Spring Harbor Laboratory: 13748
Commonwealth Scientific and Industrial: 6262 134111
Consortium GARR: 137
Corporation for National Research: 545
Croatian Academic and Research Network: 2108
CSC - Tieteen tietotekniikan keskus: 1741
Departemen Pendidikan Nasional: 18051
Deutsches Elektronen-Synchrotron DESY: 1754
Diophantus: 6744 8248
Ecole de technologie superieure: 31930
Entidad Publica Empresarial Red.es: 766 25354
Erie 1 BOCES: 25935
ESnet: 291 292 293 3425 3428 3431 3443
Fermi National Accelerator Laboratory: 3152
Florida Institute of Technology: 31967
Fondation RESTENA: 2602 51966
Foundation of Research and Technology Hellas: 8522
Fraunhofer-Gesellschaft zur Foerderung der: 5501 9020 12643 28714 60824 200943 208162 212795 213242
Fundacao Carlos Chagas Filho de Amparo a: 2715
FUNDACAO DE AMPARO A PESQUISA DO ESTADO SAO: 1251
Fundacao para a Ciencia e a Tecnologia, I.P: 1930 12833 207969
Fundacion Centro de Supercomputacion de: 44593
Fundacion Centro Nacional de Innovacion: 20312
FUNPAR - Fundacao da UFPR para o DCTC: 10881
FZI Forschungszentrum Informatik: 205046
Georgia Institute of Technology: 2637 10490 16619
Gesellschaft fuer wissenschaftliche: 207592
GSI Helmholtzzentrum fur: 209499
HEAnet: 1213
High Energy Accelerator Research: 2505
Idaho National Laboratory: 14702
Illinois Century Network: 6325
Industrial Technology Research Institute: 18422
Information Systems Department, Japan: 3488
Institute for Research in Fundamental: 6736 34837 35285 39200
Institute of Technology Bandung: 4796 149176
ITESO, A.C: 1831
IUCC - Israel InterUniversity Computation: 378
Japan Atomic Energy Agency: 4729
Japan Science and Technology Agency: 2513
Jet Propulsion Laboratory: 127
Jisc Services: 786 133084
JOANNEUM RESEARCH: 2036
Karlsruhe Institute of Technology: 34878 58069 204680 213068
KIFU (Governmental Info Tech Development: 1955
King Abdul Aziz City for Science and: 8895 20759 208520
KISTI: 1237 9695 17579
Korea Advanced Institute of Science and: 1704 1781 7622
Korea Aerospace Research Institute: 9489
Laboratorio Nacional de Computacao: 262534
Lawrence Berkeley National Laboratory: 16 63331
Lawrence Livermore National Laboratory: 44 45
Leibniz-Rechenzentrum: 12816
London Grid for Learning Trust: 60187 211775
Los Alamos National Laboratory: 68 1829
Los Nettos: 226 567 11162 16408
Louisiana Board of Regents/Louisiana Optical: 32440
Massachusetts Institute of Technology: 3 63 395326 396527
Max-Delbrueck-Centrum fuer Molekulare: 210482
Max-Planck-Gesellschaft zur Forderung der: 42873
MCNC: 81 19718
Merit Network: 229 237
MTA Wigner Fizikai Kutatokozpont: 3314
MtSAC: 46290
National Academic Network and Information: 8517
National Infrastructures for Research and: 5408 199399
National Institute of Advanced Industrial: 23793
National Knowledge Network: 9885 55824 148000 148003
NAUKOWA I AKADEMICKA SIEC KOMPUTEROWA: 1887 8308 59832 211155 211655 212422
Network Nebraska: 11714
New Mexico Tech: 17153
NJEDge.Net: 21976 62532
Norsk Regnesentral: 59863
Oak Ridge National Laboratory: 50
OARnet: 600 3112 13501
OSHEAN: 14325
Pittsburgh Supercomputing Center: 1206 1207 5050
Rannsokna- og haskolanet Islands: 15474
Rede Nacional de Ensino e Pesquisa: 1916
Renater: 775 776 781 789 1303 1307 1708 1712 1715 1724
Renater: 1935 1938 1942 1945 2060 2072 2088 2089 2094 2103
Renater: 2187 2198 2199 2200 2202 2259 2263 2269 2426 2439
Renater: 2445 2450 2457 2462 2470 2471 2472 2480 3256
Rensselaer Polytechnic Institute: 91
Research Organization of Information and: 2907
Reseau d'Informations Scientifiques du: 376
Rochester Institute of Technology: 4385
Sandia National Laboratories: 377 3562 393399
San Diego Supercomputer Center: 195 1909
SCIENTIFIC RESEARCH INSTITUTE FOR SYSTEM: 3267
SEGIC USACH: 27897
SIKT - KUNNSKAPSSEKTORENS TJENESTELEVERANDOR: 224
SLAC National Accelerator Laboratory: 3671
Space Telescope Science Institute: 26020
Stichting Nederlandse Wetenschappelijk: 1104
SUNY Canton: 55282
SUNY Institute of Technology: 20337
SUNY Morrisville: 398086
SURF: 1101 1102 1103 1128 1132 1133 1145 1147 1149 1152
SURF: 1161 1199
SWITCH: 559
Taiwan Academic Network (TANet) Information: 1659
TENET (The UNINET Project): 2018
Thomas Jefferson National Accelerator: 6406
Toi Ohomai Institute of Technology: 55524
UMASSNET: 1968
University of California, San Diego: 7377
Verein zur Foerderung eines Deutschen: 680
Vetenskapsradet / SUNET: 1653 2832 2844
Virginia Polytechnic Institute and State: 1312 26499 40220
VTT Technical Research Centre of Finland: 565
Washington State K-20 Telecommunications: 10430
WIDE Project: 7500
Wirtschafts- und Sozial-wissenschaftliches: 211817
WiscNet: 2381
Zdruzenie pouzivatelov Slovenskej: 2607
`;
