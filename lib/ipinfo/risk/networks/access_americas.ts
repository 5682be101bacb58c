/**
 * Networks in the Americas that connect homes, and maybe companies and mobile
 * phones as well.
 */
export const ACCESS_AMERICAS = `
ACCESS HAITI: 27759
Access Media Holdings: 8092
Administracion Nacional de: 6057
Airtek Solutions C.A: 61461
ALGAR TELECOM S/A: 16735 53006
Allo Communications: 15108
ALTICE DOMINICANA: 28118
ARLINK: 28075
Armstrong: 27364
Arvig Enterprises: 16904
AT&T Enterprises: 6389 7018
AXS Bolivia S. A: 26210
Belize Telemedia: 10269
Bell Canada: 577 855 7122
Blue Stream: 30404
Breezeline: 11776
BrightNet Oklahoma: 8025
Brightspeed: 19901
Buckeye Cablevision: 13490
Cablelynx: 53508
Cablemas Telecomunicaciones SA de CV: 28509
Cable Onda: 18809
CABLE ONE: 11492
CableSouth Media III: 54804
Cablevision Systems: 6128
Cable & Wireless Panama: 11556
CABO SERVICOS DE TELECOMUNICACOES: 28220
CANTV Servicios, Venezuela: 8048
CenturyLink Communications: 209 2379 5778 22561
Charter Communications: 7843 10796 11351 11426 11427 12271 20001 20115 33363 33588
Cincinnati Bell Telephone: 6181
Claro NXT Telecomunicacoes: 28573
Cogeco Connexion: 7992 11290
COLOMBIA TELECOMUNICACIONES S.A. ESP: 3816
Comcast Cable Communications: 7922
Compania Dominicana de Telefonos S. A: 6400
Comporium: 14615
Conexon Connect: 399898
Consolidated Communications: 13977 14051
CO.PA.CO: 27768
CORPORACION NACIONAL DE TELECOMUNICACIONES: 28006
Corporacion Telemic C.A: 21826
COTAS: 25620
Cox Communications: 22773
C Spire Fiber: 11272
Cumberland Connect: 398025
Distributel Communications: 11814
EastLink: 11260
EBOX: 1403
Ecuadortelecom: 27738
EMPRESAS MUNICIPALES DE CALI E.I.C.E: 10299
ENTEL CHILE: 27651
Entel S.A. - EntelNet: 6568
EPM Telecomunicaciones: 13489
ETAPA EP: 27668
ETB - Colombia: 19429
FLOW: 30689
Frontier Communications of America: 5650 7011
GENERAL COMMUNICATION: 8047
Gigared: 20207
Google Fiber: 16591
Grande Communications Networks: 7459
Greeneville Energy Authority: 14523
Gtd Internet: 14259
Hawaiian Telcom Services: 36149
Hondutel: 7727
Hotwire Communications: 23089
Instituto Costarricense de Electricidad y: 11830
ITV-3: 12119
JAB Wireless: 17306
Liberty Communications of Puerto Rico: 14638
LUMOS Networks: 7795 15227
Manquehuenet: 18822
Mediacom Communications: 30036
Mega Cable: 13999
Metronet: 30600
Mexico Red de Telecomunicaciones: 13591
Midcontinent Communications: 11232
Millennium Telcom: 20135
Nexicom: 11666
Novus Entertainment: 40029
NSS: 16814
Nuvera: 23465
OPTICAL TECHNOLOGIES S.A.C: 27843
Optimum Online: 53488
OXIO: 398721
OzarksGo: 395662
PAVLOV MEDIA: 23473
PenTeleData: 3737
Pioneer Long Distance: 11650
Primus Telecommunications Canada: 6407
PUNTONET: 22724
Race Tech: 30041
RCN: 6079
Red Intercable Digital: 27983
REV: 5009
Rogers Communications Canada: 812
Saskatchewan Telecommunications: 803
Satnet: 14522
Shaw Communications: 6327
Shenandoah Cable Television: 4922
Socket Holdings: 4581
SOGETEL: 4540
Sonic.net: 7065
Sonic Telecom: 46375
Starry: 395354
Suddenlink Communications: 19108
TACHUS INFRASTRUCTURE: 397412
TDS TELECOM: 4181
TekSavvy Solutions: 5645
Telconet: 27947
Telebec: 35911
TELEBUCARAMANGA: 22368
Telecel: 23201
Telecentro: 27747
Telecom Argentina: 7303
TELEFONICA BRASIL: 10429 18881 19182 27699
TELEFONICA CHILE: 7418
Telefonica de Argentina: 10834 22927
Telefonica del Peru S.A.A: 6147
Telefonica del Sur: 14117
TELEFONICA VENEZOLANA, C.A: 6306
Television Internacional: 11888 16960
Telgua: 14754
Telmex Colombia: 10620
TELUS Communications: 852
THUNDERNET, C.A: 272809
TOTAL PLAY TELECOMUNICACIONES SA DE CV: 22884
TV AZTECA SUCURSAL COLOMBIA: 262186
UNIFIQUE TELECOMUNICACOES S/A: 28343
Uninet: 8151
United Cooperative Services: 1448
United Electric Cooperative: 393442
Verizon Business: 701 46690
VERO: 28667
Ver Tv: 27984
Vianet: 5690
Videotron Ltee: 5769
V tal: 7738 8167
VTR BANDA ANCHA: 22047
Vyve Broadband: 35986
Wave Broadband: 11404
Webpass: 19165
Wholesail networks: 20055
WideOpenWest Finance: 12083
Windstream Communications: 7029
Wyyerd: 54936
XMission, L.C: 6315
Xplore: 22995
Zito Media: 26801
`;
