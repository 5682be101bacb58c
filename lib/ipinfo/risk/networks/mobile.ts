/**
 * Mobile networks, and networks in which carriers mostly connect mobile phones.
 */
export const MOBILE = `
A1 Srbija d.o.o. Beograd: 44143
Advanced Wireless: 45430 45458 131445 133481
Aircel: 55831
Airtel: 36873 36926 37030 37075 37133 37140 45609
Al Atheer Telecommunication-Iraq: 59588
America Movil: 12252
AT&T: 20057
Axiata: 24432
BeST: 44087
BITE Latvija: 2588 20910 21016 28699 42480 47814 48798
Bite Lietuva: 13194 199527 204746 210906 211614
Celcom: 10030
Cell C: 37168
CETIN Hungary: 8448
China Mobile: 9231 9808 24400 24444 24445 24547 38019 56040 56041 56042
China Mobile: 56044 56045 56046 56047 56048 132510 132525 134810 135054 137872
China Mobile: 138407 139080 140105 141425
Claro: 22085 27652
Colombia Movil: 27831
COMCEL: 26611
CONECEL: 23487
Dialog Axiata: 18001 132045
DiGi: 4818
Digi Italy S.R.L: 61079
DIGICEL ANTILLES FRANCAISES GUYANE: 48252
DOCOMO: 9605
DTAC: 9587 133543
EastTone: 9674
Emtel: 30999
Entel PCS Telecomunicaciones: 27925
ENTEL PERU: 21575
EPIC LTD: 15805
Etihad Etisalat: 35819
ETISALAT MISR: 36992
Far EastTone Telecommunication: 18412
Free Mobile: 51207
Globacom: 37148
Globe Telecom: 132199
grameenphone: 24389
Hi3G: 44034
Hutchison 3G: 60339 206067
Hutchison Drei Austria: 12635 25255
Indosat: 4761 45727
Iran Cell: 44244
Kar-Tel: 21299 35566 42770 197556 206026
Kcell: 29355
KT RWANDA NETWORK: 37228
Kyivstar: 15895
Latvijas Mobilais Telefons SIA: 12847
LGTELECOM: 17853
lifecell: 34058
M1 LIMITED: 4773 132915
Maxis: 9534 132434
MegaFon: 25159 31133 31163 31213 31224
MIC TANZANIA: 36930 37035
Mobifone: 45896 131429
Mobilais: 24921
Mobile Business: 17421
Mobile Communication Company of Iran: 197207
Mobile Services: 37069
Mobile Telecommunication Company Saudi: 43766
Mobile Telecom-Service: 29555 48503
Mobile TeleSystems: 25106
Mobilink: 45669 58470
MTN: 16637 29465 30992 36972
MTN CONGO: 37463
MTN COTE D'IVOIRE: 36974
MTN Rwandacell: 36890
Ncell: 38565 138546
Nova hf: 44735
Nuevatel PCS de Bolivia: 28024
Odido Netherlands: 31615
Optimum Telecom: 327931
ORANGE MOLDOVA: 25454
Orange Polska: 43447
Orange Romania: 8953
P4: 39603
Pegaso PCS: 7438
Polkomtel: 8374 21243 196818
QCell: 37309
RadioMovil: 28403
RAIN GROUP HOLDINGS (PTY): 33762 37105 327840
Rakuten Mobile: 10012 23720 138384
Realmove: 132061
Reliance Jio: 55836
Rightel: 57218
Rightel Communication Service Company PJS: 62140
Safaricom: 33771
Salt Mobile: 15796
Scancom: 30986
Singapore Telecom Mobile: 45143
SK Telecom: 9644
Smart Broadband: 10139
Smartone: 17924
STC BAHRAIN: 39015
T2 Mobile: 12958 15378 34287 39374 41330 42437 48092 48190
Taiwan Mobile: 24158
Telecom Italia: 16232
Telecomunicaciones MOVILNET: 27889
Telefonica Brasil: 26599
Telefonica UK: 29180 35228 56460
Telekom Romania Mobile: 35725
Telekomunikasi Selular: 23693
Telenor Pakistan: 24499
Three Ireland: 13280
TIM: 26615
T-Mobile: 6614 8938 17133 18933 21928 22140
T-Mobile Polska: 12912
Total Access: 10089 17724 24378 132032
True Move: 132618
TT Mobil: 20978
Turkcell: 16135
Two Degrees: 9790 9889 18203 23655 38793 55454 131174
U Mobile: 38466
UNITEL: 37119
Verizon: 6167 22394
VF Ukraine: 12294 21497
Vietnamobile: 38247
VIETTEL (CAMBODIA): 38623
VIETTEL PERU S.A.C: 262210
Vimpelcom: 16345
Viva Armenia: 33852 42109 43733
Vodacom: 29975 36908 36994 37223
Vodafone: 8919 12302 15897 18291 24835 25135 34419 36935 38266 45271
Vodafone: 55410 55644 133612 134927 201917
Wana Corporate: 36884
WIND TRE: 24608
WOM: 52341
XL Axiata: 17885 24203
XL Axiata Tbk: 139994
Yettel Hungary: 213155
YTL Communications: 45960
ZAIN: 31452 37287
`;
