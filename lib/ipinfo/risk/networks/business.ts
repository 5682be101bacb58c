/**
 * Networks of companies and other organizations, for their own use.
 */
export const BUSINESS = `
3M Company: 7792
ABB Information Systems: 20868
Abbott Laboratories: 46453
Accenture: 3573
Accenture UK: 21433
Acxiom: 15026
Adobe: 15224
AEMO - Australian Energy Market Operator: 24120
Aeven: 15687
AIRBUS: 206720
ALORICA: 14499
ALTICOR: 11870
Ambit Microsystem: 131591
American Electirc Power: 13695
American Express Travel Related Services: 45008
Andritz: 206228
Apple: 714
Applied Materials: 16669
Aramco: 5080
Arvato Systems: 33873
ASML Netherlands: 25413
Assistance Publique Hopitaux De Paris: 198875
Assurant: 19738
ATOS IT Solutions and Services: 6
Atos Nederland: 29063
Attachmate: 82
AT&T Services: 797
Australian Broadcasting: 9342
Autodesk: 14398
Avaya: 18676
BAE Systems: 26577
Bank of America, National Association: 10794
Barclays Capital: 6303
BASF Digital Solutions: 15495 209781
Bayer: 13043
BBC: 2818
Best Buy: 11596
BKW Energie: 209822
Black Box Network Services: 14278
Blizzard Entertainment: 57976
Bloomberg: 10361
BNP PARIBAS: 20617 25215
BNP PARIBAS US WHOLESALE HOLDINGS: 32251
BP America: 613 2535
Bristol-Myers Squibb: 7246
Broadcasting Center Europe (an RTL Group: 25273
Burlington Northern Sante Fe Railway: 14017
Canadian National Railway: 14014
CANCOM Managed Services: 8469
Canon IT Solutions: 4678
Capgemini Finland: 41701
Capgemini Nederland: 16074
Caterpillar: 14381
CBS: 6102
CDK Global: 22463
CGI France: 211124
CGI Sverige: 29217
Chevron: 7862
CISCO SYSTEMS: 109
CNH INDUSTRIAL AMERICA: 26246
Computacenter Management GmbH trading as: 15499
Concentrix CVG Brite Voice Systems: 6998
Corning: 16638
Cox Enterprises: 13433
Credit Agricole: 9159
Credit Suisse: 8729
Deere &: 10846
Dell: 3614
D. E. Shaw &: 4195
Deutsche Post: 12291
DHL Information Services (Europe) s.r.o: 2571
Die Schweizerische Post: 12511
Dr. Ing. h.c. F. Porsche: 33848
DSV Panalpina: 49362
DXC Technology Danmark: 29156
DXC US Latin America: 3360
Eastman Kodak: 5647
Eaton: 11719
edeka_digital EDEKA Verwaltungs- und: 210860
EDION: 9374
Electricite de France: 209502
Eli Lilly and: 4249
Emerson Electric: 36590
Endeavour Energy: 135315
ENEL: 12551
Energy Transfer: 16801
ENI: 8217
Ensono: 19229
Entergy Services: 18819
EntServ Deutschland: 15854
E.ON Digital Technology: 16084
Equinor: 42175
Ericsson: 116 158 8147
Ernst & Young: 3571
Euro-Information-Europeenne de Traitement de: 8255
Eversource Energy: 2024
Evonik Industries: 12422
EVRY-Unigrid Vivicta: 28726
Express Scripts: 5696
Exxon Mobil: 1766
FCA INFORMATION TECHNOLOGY, EXCELLENCE AND: 24771
FedEx Internet Technologies: 7726
Financial Industry Regulatory Authority: 16719
FirstEnergy: 26072
Fiserv Solutions: 11273
Flex: 21453
Florida Blue: 26298
Florida Power & Light: 10273
Flughafen Muenchen: 34127
Ford Motor: 521
Fortinet: 40934
Fortum: 1234
FRMCO - FMR: 4309
FUJITSU: 55374
General Dynamics: 17336
General Mills: 20478
Genpact India: 17466
HDI: 206274
Henkel AG & Co KGaA: 20765
Highmark: 21965
Hoffmann - La Roche: 2047
IBM Deutschland: 214585
IBRD: 10497
Independence Blue Cross: 27402
Infosys: 38191
Instinet: 3762
Institute for Defense Analyses: 166
Institute of Electrical and Electronics: 13462
Intel: 4983
International Paper: 16988
Istekki: 198024
ITOCHU Techno-Solutions: 9993
Jacobs Engineering: 10441
JPMorgan Chase &: 3486 7743
JR East Information Systems: 131932
Kassenaerztliche Bundesvereinigung: 49366
Kemira: 5420
KEPCO: 18300
Keysight Technologies: 395266
KMD: 6834
Knowit Solutions: 51164
KPMG: 7227
L3Harris Technologies: 243
Leidos: 19
Leonardo: 48135
LG CNS: 4668
Lighting-INTERNET Signify Holding: 202893
LINE: 38631
L'Oreal USA: 13798
LOTTE INNOVATE: 9842
Lowe's Companies: 21789
Marriot: 6319
M. Arthur Gensler Jr. & Associates: 19858
McKesson: 10599
Medtronic: 13684
Memorial Sloan-Kettering Cancer Center: 14822
Merative US: 21701
Mercedes-Benz: 31399
Merck and: 7054
Merck KGaA: 13167
METRO Digital: 8569
Microchip Technology: 26817
Migros-Genossenschafts-Bund: 8803
Morgan Stanley: 5049
Motorola: 19773
National Grid: 11529
NATIONWIDE BUILDING SOCIETY: 8698
NCR: 1958 14962
NEC Corporation of America: 13636
Neustar Security Services: 19905
Nexstar Media: 395610
Nokia of America: 10455
Nokia Solutions and Networks: 200656
NORSK HYDRO: 207441
Norsk Rikskringkasting: 21293
Northrop Grumman: 1906
NTT DATA: 4673
NXP Semiconductors Netherlands: 60142
Open Text: 27495
Otsuka: 17514
Panasonic Information Systems: 18071
PepsiCo: 22460
PG&E: 2013
Phillips 66: 19428
Pitney Bowes: 11086
Pixar: 30013
POSCO DX: 18305
Post Danmark: 41076
Praxair: 16868
PriceWaterhouseCoopers: 20426
Principal Financial: 26848
PSA AUTOMOBILES: 16236
Qinetiq: 24775
Quest Diagnostics: 27021
Rakuten: 23820
Raytheon: 12007
Raytheon BBN Technologies: 1856
RBC CAPITAL MARKETS: 19416
Refinitiv: 16050
RENAULT: 8528
Renesas Electronics America: 393946
Ricoh USA: 16758
Robert Bosch Gesellschaft mit Beschraenkter: 9183
Rockwell Collins: 1341
Ross Stores: 21763
RTX: 16928
Saab: 197425
Safeway: 22527
SamsungSDS: 6619 45985
Sanmina-SCI: 23154
Sanofi: 36291
Santander Global Technology, S.L.U: 2134
SAP: 35039
SAP America: 14114
SAS Institute: 12229
Scania CV: 202116
Schibsted Media: 21171
Schiphol Telematics: 42517
Schlumberger: 72
Schweizerische Radio- und: 49071
SECOM Trust Systems: 10006
SG Americas Operational Services: 47045
Shell Information Technology International: 11355 38816
Siemens: 6445 22216
Siemens Industry Software: 13541
Sigma Aldrich: 14109
SITA: 37130
Skandinaviska Enskilda Banken: 44320
SK Co.,: 10049
SNCF: 203885
Sony Global Solutions: 9619
Southern California Edison: 7127
Spartan Stores: 33372
SRI International: 264
Syniverse Technologies: 25934
Synoptek: 26914
Target: 17052
TE Connectivity: 3585
Teledyne Technologies: 397353
The Aerospace: 85
The Boeing: 196
The Charles Stark Draper Laboratory: 396835
The Fred Hutchinson Cancer Research Center: 14954
The Goldman Sachs: 6195
The Home Depot: 10967
The MetroHealth System: 47024
The MITRE: 35
The Procter and Gamble: 11003
The Prudential Insurance Company of America: 6253
The Southern: 6501
Tietoevry: 375 5411
TIETOEVRY NORWAY: 5619
TOYOTA SYSTEMS: 7687
Trane Technologies: 25716
T-Systems International: 6878 34086
TX Group: 206567
UBS: 8883
Union Pacific Railroad: 10405
Unisys: 2021
Unitedhealthcare: 10879
UNITED PARCEL SERVICE: 12217
United Services Automobile Association: 7838
UPMC: 122
UPM-Kymmene: 29601
U.S. BANCORP: 3147
Valero Corporate Services: 20311
Vattenfall: 205664
Vistra Corporate Services: 1965
VITRO: 7629
Volkswagen: 206618
Volvo Information Technology: 25252
Wal-Mart Stores: 10695 32851
WASTE MANAGEMENT: 20062
West Publishing: 4583
Whirlpool: 11757
Wind River Systems: 16920
Woolworths(Proprietary): 327839
Xcel Energy: 21693
XEROX: 22390 26662 395959
Young & Rubicam: 21986
Zebra Technologies: 33442
ZF Friedrichshafen: 216134
`;
