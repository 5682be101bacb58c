/**
 * Networks of companies and other organizations, for their own use.
 */
export const BUSINESS = `
1C LLC: 61293
3M Company: 7792
ABB Information Systems: 20868
Abbott Laboratories: 21899 46453
Accenture: 3573 14952 18546
Accenture UK: 21433
Acxiom: 15026 19430
Adobe: 15224 54995
Adobe Systems Software Ireland: 44786
AEMO - Australian Energy Market Operator: 24120
Aeven: 15687
Afilias: 12041
AGENCE FRANCE PRESSE: 10806
Agfa Gevaert: 31612
Ahold U.S.A: 26539
AIG Technologies: 396499
AIRBUS: 206720
Air New Zealand: 45946
Albert Schweitzer Ziekenhuis: 206294
ALLETE: 20239
ALORICA: 14499
ALTICOR: 11870
Ambit Microsystem: 131591
American Electirc Power: 13695
American Express Travel Related Services: 45008
American Red Cross: 7152
Andritz: 206228
Apple: 714 6185
Applied Materials: 16669
APRR: 208704
Aramco: 5080
ArcBest Technologies: 16793
ARIN Operations: 53535
Arion Banki: 39472
Arvato Systems: 33873 51401
Asia Pacific Network Information Centre: 4608
ASML Netherlands: 25413
Assistance Publique Hopitaux De Paris: 198875
Assurant: 19738
ATLAS ELEKTRONIK: 41587
Atos IT Services UK: 21369
ATOS IT Solutions and Services: 6
Atos Nederland: 25599 29063 29519
Attachmate: 82 254
AT&T Services: 797 11712
Audi: 12331
Australian Broadcasting: 9342
Autodesk: 14398
AVAST Software: 198605
Avaya: 16466 18676
Axel Springer: 8792
B. Braun Melsungen: 213141
BAE Systems: 26577
Bank of America, National Association: 10794 10959 10998 19886 33730
Barclays Capital: 6303
Baring Investment Services: 15601
BASF Digital Solutions: 15495 209781
Bayer: 12349 13043 21180 29088
BBC: 2818 31459
Bedag Informatik: 34578
Best Buy: 11596 26086
BKW Energie: 209822
Black Box Network Services: 14278
Blizzard Entertainment: 57976
Bloomberg: 10361
Blue Cross & Blue Shield of Minnesota: 11517
BNP PARIBAS: 12664 20617 25215 25289 31450 205860 206450
BNP PARIBAS US WHOLESALE HOLDINGS: 32251
Booz Allen Hamilton: 7281
BP America: 613 2535
Bristol-Myers Squibb: 7246 395250
Broadcasting Center Europe (an RTL Group: 25273
BRUCE POWER: 62865
Buckeye Partners: 396269
Buhler: 34261
Burlington Northern Sante Fe Railway: 14017
C&A Services GmbH & Co: 28961
Canadian National Railway: 14014
CANCOM Managed Services: 8469
Canon IT Solutions: 4678
Capgemini Finland: 41701
Capgemini Nederland: 16074 211926
Cargotec: 25213
Caterpillar: 14381
CBS: 6102
CDK Global: 22463 40443 394493
CGI France: 211124
CGI Inc: 18563
CGI Sverige: 29217 31331
Chemical Abstracts Service: 33194
Chevron: 7862 397949
China Central Television: 45075
China Internet Network: 24406 24409
China National Offshore Oil: 141027
CISCO SYSTEMS: 109 36519 40590
Citadel Investment Group: 13631
CLP Power Hong Kong: 17759
CNH INDUSTRIAL AMERICA: 26246
CODELCO Chuquicamata: 52226
Compucom Systems: 3955
Computacenter Management GmbH trading as: 15499 198041 213587
Concentrix CVG Brite Voice Systems: 6998
Consolidated Edison Co. of New York: 1932
Coop Genossenschaft: 48038
Corning: 16638
Corporation of the Presiding Bishop: 19648
Cox Enterprises: 13433 393340 401795
Credit Agricole: 9159
Credit Suisse: 3087 3412 4410 8729
Dana: 13530
DATAGROUP: 198333
DATAGROUP Operations: 199163
DATEV: 15451
Davis Polk & Wardwell: 46784
Deere &: 10846 133750 150717
Dell: 3613 3614 12257 30614 53878
Deluxe: 36559
D. E. Shaw &: 4195
Deutsche Post: 12291
DHL Information Services (Europe) s.r.o: 2571
Die Schweizerische Post: 12511
dm-drogerie markt GmbH + Co: 28979
Docusign: 62856
Dr. Ing. h.c. F. Porsche: 33848
DSV Panalpina: 49362
DVAG: 201698
DXC Connect: 56131
DXC Technology Danmark: 5624 29156
DXC Technology Polska: 20553
DXC US Latin America: 86 206 277 1812 1813 3360 4237 17020 19141
E.ON Verwaltungs: 21207
Eastman Kodak: 5647
Eaton: 11719
EBSCO Publishing: 6932
EDEKA Rechenzentrum Sued Betriebs: 197909
edeka_digital EDEKA Verwaltungs- und: 210860
EDION: 9374
Edward D. Jones &: 14579
Electricite de France: 1301 209502
Electrolux Italia SpA: 59453
Eli Lilly and: 4249
ELKEM: 28795
El Paso Natural Gas: 2754
Emerson Electric: 36590
Enbridge Pipelines: 53987
Endeavour Energy: 135315
ENEL: 12551 202098
Energex: 17750
Energy Transfer: 16801 46960
Engineering D.HUB: 21176
ENI: 8217
Ensono: 19229 394453
Entergy Services: 18819
EntServ Deutschland: 6900 15854
E.ON Digital Technology: 16084
Equinor: 42175
Equitable Holdings: 7165
Ericsson: 116 158 8147 32094 395592 398364
Ernst & Young: 609 3571 40810 400060
Eskom Holdings SOC: 37121
Euro-Information-Europeenne de Traitement de: 8255 25117
Evans & Sutherland Computer: 399885
Eversource Energy: 2024
Evonik Industries: 12422
EVRY-Unigrid Vivicta: 28726
Express Scripts: 5696
Exxon Mobil: 1766
FactSet: 15613
FCA INFORMATION TECHNOLOGY, EXCELLENCE AND: 24771
FedEx Internet Technologies: 7726
Festo Management: 41700
Financial Industry Regulatory Authority: 16719
FirstEnergy: 19991 26072
Fiserv Solutions: 6318 10390 11121 11273 17405 21530 22142 26144 30037 39992
Fiserv Solutions: 40466 55085 398144
Flex: 21453 205142
Florida Blue: 26298
Florida Power & Light: 10273
Flughafen Muenchen: 34127
Fluke Electronics: 16435
Fluor Enterprises: 22764
Ford Motor: 521 3389 10146
Fortinet: 40934 53928
Fortum: 1234
FRMCO - FMR: 4309
FUJITSU: 55374
Fujitsu Technology Solutions: 60941
Geisinger System Services: 29899
General Atomics: 395624
General Dynamics: 17336
General Mills: 20478
Genpact India: 17466
Gulfstream Aerospace: 22586
Hallmark Cards: 22089
Hauni Maschinenbau: 35391
Havenbedrijf Rotterdam: 13266
Haynes and Boone, L.L.P: 14890
HDI: 206274
Henkel AG & Co KGaA: 20765
Hessischer Rundfunk: 43623
HexaBuild: 400602
Highmark: 21965
Hoffmann - La Roche: 2047
Huber+Suhner: 44888
IAV GmbH: 12748
IBM Deutschland: 50524 214585
IBRD: 10497
IG Index: 30931
Independence Blue Cross: 27402
Infosys: 38191
ING-DiBa: 48545
InnoGames: 208058
Instinet: 3762 63459
Institute for Defense Analyses: 166 398948
Institute of Electrical and Electronics: 13462
Intel: 4983
International Monetary Fund: 11309
International Paper: 16988
International Truck and Engine: 21798
Internet Systems Consortium: 1280 3557
Intesa Sanpaolo: 16161
Invesco Group Services: 14630
Istekki: 198024
ITOCHU Techno-Solutions: 9993
ITOCHU Techno-Solutions America: 7811
Jacobs Engineering: 10441 12075
Jade Software: 45172
Japan Network Information Center: 2522
Japan Weather Association: 17944
J. Paul Getty Trust: 22063
Jehovas Zeugen in Deutschland: 61266
Johnson & Johnson: 13778
JPMorgan Chase &: 3486 7743 10934 11496 32066 40010 54141
JR East Information Systems: 131932
J.R. Simplot: 46528
JYSK: 57087
Kaman: 397121
Kassenaerztliche Bundesvereinigung: 49366
KBC GLOBAL SERVICES: 60436
Kemira: 5420
KEPCO: 18300
Keysight Technologies: 395266
KMD: 6834
Knowit Solutions: 51164
KPMG: 7227 39550
Kyndryl Danmark: 25384
L3Harris Technologies: 243 62547
Lam Research: 18880
Latvenergo: 29600
Leidos: 19
Leonardo: 48135 196880
Levi Strauss &: 26940
Lexmark International: 1751
LG CNS: 4668
LG CNS America: 53380
Liberty: 37007
Lighting-INTERNET Signify Holding: 202893
Lincoln National: 13860
Linde: 25039
LINE: 38631
Loblaw Companies: 22910
L'Oreal USA: 13798
LOTTE INNOVATE: 9842 9980
Lowe's Companies: 21789
LVHN: 397369
Manitoba Hydro: 21671
MAN Truck & Bus: 205881
Marriot: 6319
M. Arthur Gensler Jr. & Associates: 19858
McKesson: 10599
Medtronic: 13684 26363
Memorial Sloan-Kettering Cancer Center: 14822
Merative US: 21701
Mercedes-Benz: 31399
Merck and: 7054
Merck KGaA: 13167
METRO Digital: 8569 39290
Metsaliitto Osuuskunta: 201991
Microchip Technology: 26817
Micron Technology: 3911
Miele & Cie: 207243
Migros-Genossenschafts-Bund: 8803
Millipore: 4597
Mitsubishi Electric ITA (HSL): 7355
MongoDB: 8011
Morgan Stanley: 5049
Motorola: 19773 22244
MTS Systems: 55013
National Grid: 11529
NATIONWIDE BUILDING SOCIETY: 8698
NCR: 1958 13806 14962
Nebraska Public Power District: 3858
NEC: 131161
NEC Corporation of America: 13636
Nelnet: 30596
Neustar Security Services: 19905 19911 399169
Nexi Germany: 209689
Nexstar Media: 395610
nic.at: 30971
Nissho Electronics: 18271
Nokia of America: 2579 3952 7345 10455 15288 18666 21856 40548
Nokia Solutions and Networks: 8983 200656
Nordstrom: 46564
Norfolk Southern: 10662
NORSK HYDRO: 207441
Norsk Rikskringkasting: 21293
Northrop Grumman: 1906
Novo Nordisk: 201130
NTT DATA: 4673
Nutanix: 53736
NXP Semiconductors Netherlands: 60142
Omaha Public Power District: 40112
O'Melveny & Myers: 25997
Open Text: 11539 11858 16751 18442 19554 21563 26547 26704 27495 27570
Open Text: 31917 32263 33459 33737 35888 395509 395791 397717 398848 399973
operational services: 15540
ORION Versand: 61377
Otsuka: 17514
Panasonic Information Systems: 18071
PepsiCo: 22460
PETROLEO BRASILEIRO S.A. - PETROBRAS: 23074
PG&E: 2013
Phillips 66: 19428
Pitney Bowes: 11086
Pixar: 30013
Planning Research: 245
POSCO DX: 18305
Post Danmark: 41076
Posti Group Oyj: 30978
Potomac Electric Power: 17347
PPL: 32255
Praxair: 16868
PriceWaterhouseCoopers: 20426
Principal Financial: 26848
ProRail: 206516
Prysmian Cables and Systems USA: 20416
PSA AUTOMOBILES: 16236
Qinetiq: 24775 34178 34737
Quest Diagnostics: 27021
Raidio Teilifis Eireann: 41073
Rakuten: 23820 54058 131914
Rautaruukki: 41648
Raytheon: 12007
Raytheon BBN Technologies: 1855 1856 1857 1858 1859 1861 3515
RBC CAPITAL MARKETS: 19416
Refinitiv: 16050 201478
RENAULT: 8528
Renesas Electronics America: 393946
Ricoh USA: 16758
Robert Bosch Gesellschaft mit Beschraenkter: 9183 201846
ROCKET SOFTWARE: 10564
Rockwell Collins: 1341
Ross Stores: 21763
RTX: 15063 16928
Saab: 197425
Safeway: 22527
Salesforce: 396417
Salomon: 210040
Salt River Project Agricultural Improvement: 2575
SamsungSDS: 6619 38130 45985
Sanmina-SCI: 23154
Sanofi: 36291
Santander Global Technology, S.L.U: 2134
Santee Cooper: 26081
SAP: 3271 12510 35039 200291 201807 203080 204227 205356 212794
SAP America: 6979 14114 14466 21610 394946
Sargent & Lundy Engineers: 26551
SAS Institute: 12229
Scania CV: 202116
Schaeffler Technologies AG & Co. KG: 20561
Schibsted Media: 21171 33976
Schiphol Telematics: 42517
Schlumberger: 72 2567
Schneider Electric IT Corporation: 11198
Schneider National: 33217
Schweizerische Radio- und: 49071
S.C. Johnson & Son: 21558
SECOM Trust Systems: 10006
SEGA SAMMY HOLDINGS: 37919
SG Americas Operational Services: 47045
Shell Information Technology International: 3917 3918 11355 25049 38816
Siemens: 6445 22216 400242
Siemens Industry Software: 13541 36564
Sigma Aldrich: 14109
Sika Informationssysteme: 48849
SITA: 37130
Skandinaviska Enskilda Banken: 44320
SK Co.,: 10049
SKF Sverige: 13063
SMC Corporation of America: 54896
SNCF: 203885
SOFTLINE: 47723
Sony Global Solutions: 9619
SOPRA STERIA: 206897
Southern California Edison: 7127 395563
Spartan Stores: 33372
SRI International: 264 53434
Stichting Nederlandse Publieke Omroep: 25182
Stratus Technologies: 394990
Stripe: 5091
Sveriges Radio: 47708
Swagelok: 17199
Syniverse Technologies: 22870 25934
Synoptek: 26914
Target: 17052
TE Connectivity: 3585
TeamViewer Germany: 43304
Teledyne Technologies: 397353
The Aerospace: 85
The Boeing: 196 2030 3715 27572 30533
The Charles Stark Draper Laboratory: 396835
The Fred Hutchinson Cancer Research Center: 14954
The Goldman Sachs: 6195 18593 30149 33598
The Hershey: 30070
The Home Depot: 10967
The Kroger: 32577
THE MATHWORKS: 11939
The MetroHealth System: 47024
The MITRE: 35
The Procter and Gamble: 11003
The Prudential Insurance Company of America: 6253
The Sherwin Williams: 18844
The Southern: 6501
Tietoevry: 375 5411
TIETOEVRY NORWAY: 5619 13243
Tokyo Broadcasting System Television: 131930
TOTO: 24275
TOYOTA SYSTEMS: 7687
Trane Technologies: 25716
TransAlta: 32121
Transgourmet Deutschland: 47487
Transpower: 38495
T-Systems International: 6878 34086
TX Group: 206567
UBS: 8883 10615 17071
Union Pacific Railroad: 10405
Unisys: 2021 6071 6072 25746
Unitedhealthcare: 10879
United Launch Alliance: 22522
UNITED PARCEL SERVICE: 4972 12217
United Services Automobile Association: 7838
UPMC: 122 40742 394612
UPM-Kymmene: 29601
U.S. BANCORP: 3147 22881
Valero Corporate Services: 20311
Vattenfall: 205664
VINCI SA: 47314
Vistra Corporate Services: 1965 16902
VITRO: 7629 23930 38491 132209 140708
Volkswagen: 206618
Volvo Information Technology: 25252
Wal-Mart Stores: 10695 17174 17374 26579 30030 32851 46313
WASTE MANAGEMENT: 20062
WATER: 150301
Westdeutscher Rundfunk Koln: 8303
Western Power: 17654
West Publishing: 4583
Whirlpool: 11757
Wind River Systems: 16920
W. L. Gore & Associates: 54216
Woolworths(Proprietary): 327839
W.W.GRAINGER: 17386
Xcel Energy: 21693
XEROX: 22390 26662 395959
Xilinx: 32537
Young & Rubicam: 21986
Zebra Technologies: 33442
ZF Friedrichshafen: 216134
Zumtobel: 15733
`;
