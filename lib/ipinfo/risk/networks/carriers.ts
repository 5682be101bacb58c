/**
 * Networks that carry other networks, or connect companies only: nobody's home.
 */
export const CARRIERS = `
123.Net: 12129
AAPT: 2764 17983
AccessKenya: 15808
Alestra: 11172
Allstream Business US: 7385
Alphalink: 25540
AMERICAN TOWER DO BRASIL-COMUNICACAO: 23106
AMERICATEL PERU: 19180
Aplikanusa Lintasarta: 4800
Arelion Sweden: 1299
AT&T: 2685 2686 2687 2688
AT&T Enterprises: 2386 13979
AT&T Global Network Services Nederland: 12980
Aureon Network Services: 5056
Axtel: 6503
Bharti Airtel: 9498
Bigleaf Networks: 62642
British Telecommunications: 3300 5400
BT Italia: 3313 8968 12797
Cablevision Lightpath: 54004 54419 63125
CD-Telematika: 25512
CELESTE: 34177
CenturyLink Communications: 3561
China Mobile International: 58453 58807 132389 136750 139619
China Telecom Next Generation Carrier: 4809
CHINA UNICOM Industrial Internet Backbone: 9929
CITIC Telecom International CPC: 4058
Claranet: 8426
Claranet Portugal: 5533
CLARO: 4230
Cogent Communications: 174
COLT Technology Services: 8220 15404
COLUMBUS NETWORKS COLOMBIA: 262191
Columbus Networks USA: 23520
Conterra: 32505
Crown Castle Fiber: 33132 46887
CTC. CORP S.A. (TELEFONICA EMPRESAS): 16629
Dimension Data: 3741 10474 20011
DREAMLINE: 9457
Dstny BE: 8368
ecotel communication: 12312
Enreach Netherlands: 39647
euNetworks: 13237
Eurofiber Nederland: 39686
Exatel: 20804
Exponential-E: 25180
FirstLight Networks: 13536
Free Pro: 30781
Gamma Telecom Holdings: 31655
GCI Network Solutions: 8851
GLOBALCONNECT: 2116 12552 31027 42525
GOSTARESH-E-ERTEBATAT-E MABNA COMPANY: 51074
Granite Telecommunications: 16504
GTT Communications: 286 3257
HERABIT: 21309
HKBN Enterprise Solutions: 17444
HKBN Enterprise Solutions HK: 9381
HKNet: 9293
Hurricane Electric: 6939
Hydro One Telecom: 19752
Icosnet: 36891
IFX: 18747
Infopact Netwerkdiensten: 21221
Information Technology Company (ITC): 12880
Inteliquent: 5006
INTERNEXA: 18678
Invitech ICT Services: 12301
Is Net Elektonik Bilgi Uretim Dagitim: 9021
ITS Technology: 41354
Joint Stock Company TransTeleCom: 20485
KEYYO: 13193
KPN: 21286
Level 3 Communications: 203 3356 3549 10753 18756
Liquid Telecommunications: 30844
Liquid Telecommunications South Africa (Pty): 36937
Logix: 25956
LWLcom: 50629
LYNTIA NETWORKS: 8903
Macomnet: 8470
Macquarie Technology Operations: 17477 140637
Main one Cable Company Nigeria: 37282
Marcatel Com: 19332
Masergy Communications: 19855
MetTel: 16524
Missouri Network Alliance: 62943
MTN: 12091
MUNDIVOX DO BRASIL: 17222
NTT America: 2914
NTT Australia: 24061
NTT Global Networks: 42808
NTT PC Communications: 2514
NTT Singapore: 17645
OBIT: 8492
One Ring Networks: 35985
Operbes: 18734
Orange: 5511
Orange Business Services: 2854
ORANGE BUSINESS SERVICES U.S: 51964
PCCW Global (HK): 3491
PCCW IMS Ltd (PCCW Business Internet Access): 4515
Plusnet: 20676
Quantcom: 29208
RADIOGRAFICA COSTARRICENSE: 3790
RADIOKOMUNIKACE: 25248
Redcentric Solutions: 13009
Retelit Digital Services: 3302 5602 20811
Routit: 28685
RTComm.RU: 8342
SAREnet: 3262
SEACOM: 37100
SEJONG NETWORKS: 9848
Servpac: 36315
SEWAN: 8399
Sify: 9583
Signet: 20857
Six Degrees Technology: 6908
Spark New Zealand Trading: 4648
Spitfire Network Services: 16082
SPTEL: 23856
Symbio Networks: 38333
Symphony Communication: 132280
Syntura: 39326
Tata Communications: 4755 10199
TATA COMMUNICATIONS (AMERICA): 6453
TELECOM ITALIA SPARKLE: 6762
Telecommunication Infrastructure: 49666
TELECOMUNICACOES BRASILEIRAS S. A: 53237
Telefonica Empresas: 15311
Telmex Servicios Empresariales: 6535
TelstraEuropeLtd-Backbone - IDDQD: 1290
Telstra International: 4637
TeraGo Networks: 20161
The Cloud Networks: 41012
TPx Communications: 14265
Transtelco: 32098
UFINET PANAMA: 52468
United Information Highway: 38794
Unite Private Networks: 15164
US Signal: 8015 26554
Verizon Australia: 9555
Verizon Business: 702 703 2828 3372 7046 14551
Verizon Japan: 9466
Verizon Nederland: 2830
Verizon UK: 1849
Vianova: 21056
Vimpelcom: 3216
Virtual1: 47474
VOCUS: 4826
Vodafone: 1273
VODAFONE GHANA AS INTERNATIONAL TRANSIT: 29614
Vorboss: 25160
Wavenet: 5413 21267
Zayo Bandwidth: 6461 11686 19092
`;
