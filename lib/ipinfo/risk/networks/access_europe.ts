/**
 * Networks in Europe and Russia that connect homes, and maybe companies and
 * mobile phones as well. The table gives Elisa's network the name of the
 * registry.
 */
export const ACCESS_EUROPE = `
1&1 Versatel: 8881
A1 Bulgaria EAD: 8717 13124 29580 35141
A1 Hrvatska: 12810 31012
A1 Slovenija telekomunikacijske storitve,d.d: 21283
A1 Telekom Austria: 8447
AIRE NETWORKS DEL MEDITERRANEO SL: 29119
Andrews & Arnold: 20712
ANDROMEDA TV DIGITAL PLATFORM ISLETMECILIGI: 12978
ASK4: 41230
AVATEL TELECOM: 200845
Bahnhof: 8473
BALTICOM: 24651
Bashinformsvyaz: 28812
B.B.Bell: 34606
Bisping & Bisping: 20686
Blicnet d.o.o. Banja Luka: 21107
Bouygues Telecom: 5410
Bredband2: 29518
British Telecommunications: 2856 6871
Caucasus Online: 20771
Central Telegraph: 8615
Cgates: 21412
Cityfibre: 8468
Comcor: 8732 15582
Community Fibre: 201838
CONTENT DELIVERY NETWORK: 13188
Cooolbox: 9070
Cyprus Telecommunications Authority: 6866
DANSK KABEL TV: 15516
DATAGROUP: 3326 31520
DELTA Fiber Nederland: 15435
Deutsche Glasfaser Wholesale: 60294
Deutsche Telekom: 3320
DIGI ROMANIA: 8708
DIGI SPAIN TELECOM S.L.U: 57269
DIGI Tavkozlesi es Szolgaltato: 20845
Digiweb: 31122
DNA: 16086
East & West: 43118
EDPNET Belgium: 9031
Eircom: 5466
Elisa Eesti: 2586
ENTEGA Medianet: 12897
EOLO: 35612
ER-Telecom Holding: 41733
Euskaltel: 12338
EWE TEL: 9145
FARLEP-INVEST: 6703
Fastweb: 12663 12874
FIBERHOST: 39834
FIBIA P/S: 44869
Free: 12322
Freenet: 31148
Gigaclear: 56329
Glide Student & Residential: 42689
GO p.l.c.: 15735
Hiper: 203953
Hrvatski Telekom d.d: 5391
htp: 13045
Hutchison Drei Austria: 8437
Hyperoptic: 56478
ImproWare: 6772
INEA: 13110
Init7 (Switzerland): 13030
INSYS: 28890
Intersvyaz-2: 8369
Iskratelecom: 29124
Iway: 8758
JP HT d.d. Mostar: 20875
JT (Jersey): 8681
kabelplus: 8339
KCOM: 12390
KomTehCentr: 12668
KPN: 1136
Lanet Network: 39608
Liberty Global: 6830
LIWEST Kabelmedien: 12605
Ljosleidarinn: 12969
Lounea Palvelut: 39699
Lyse Tele: 29695
Magticom: 16010
Magyar Telekom: 5483
Makedonski Telekom AD-Skopje: 6821
McLaut-Invest: 25133
MegaFon: 12714
Mega-Line: 41750
Melita: 12709
MEO - SERVICOS DE COMUNICACOES E MULTIMEDIA: 3243 15525 42863
Mila: 6677
Miranda-Media: 201776
M-net Telekommunikations: 8767
Moldtelecom: 8926
Moscow city telephone network: 25513
MTS: 8359 15640 35728
Multimedia Polska: 21021
Net at Once Sweden: 35706
NetCologne Gesellschaft fur: 8422
NetCom BW: 41998
Netia: 12741 43939
Netorn: 34123
netplus.ch: 15547
NEXTGEN COMMUNICATIONS: 48161
NextGenTel: 15659
NordNet: 8362
Norlys Digital: 3308
NOS COMUNICACOES: 2860
Nova Telecommunications & Media Single: 1241 25472
Novotelecom: 31200
NTE TELEKOM: 34087
O2 Czech Republic: 5610
Odido Netherlands: 13127 50266
oja.at: 39912
Omskie kabelnye seti: 47165
ONE ALBANIA SH.A: 42313
One Hungary: 21334
Orange: 3215
Orange Belgium: 47377
Orange Espagne: 12479
Orange Polska: 5617
Orange Romania: 9050
Orange Slovensko: 15962
Ote SA (Hellenic Telecommunications: 6799 29247
P4 Sp. z o.o.: 9141
PODA: 15425 30764
POST Luxembourg: 6661
PROCONO: 34977
Proximus: 5432
PURtel.com: 62336
Quantum: 12418
Quickline: 15600
R Cable y Telecable Telecomunicaciones: 12334 12946
Republican Unitary Telecommunication: 6697
RIPE Network Coordination Centre: 719
Rostelecom: 12389 25515 42610
Serbia BroadBand-Srpske Kablovske mreze: 31042
SIA Tet: 5518 12578
Silknet: 35805
Sinal: 39642
Sky Italia: 210278
SkyNet: 35807
Sky UK: 5607
Slovak Telekom: 6855
Slovanet: 8257
Societe Francaise Du Radiotelephone - SFR: 15557
SOFTNET: 9119
Solcon Internetdiensten: 12414
StarNet Solutii: 31252
Stichting Breedband Delft: 34108
Sunrise: 6730
Superonline Iletisim Hizmetleri: 34984
Sure (Guernsey): 8680
SWAN: 5578
Swisscom (Schweiz): 3303
SWN Stadtwerke Neumuenster: 207790
T-2: 34779
TalkTalk Communications: 13285
Tarr: 8462
TATTELECOM: 28840
TDC Holding: 3292
Tele2 Sverige: 1257
Tele Columbus: 16202 35244 50436
Telecom Italia: 3269
TELEFONICA DE ESPANA: 3352
Telefonica Germany: 6805
Telekom Slovenije, d.d: 5603
TELEKOM SRBIJA a.d: 8400
Telemach BH d.o.o. Sarajevo: 42560
Telemach Hrvatska: 34594 205714
Telemach Slovenija: 3212
Telenet: 6848
Telenor: 9158
Telenor Norge: 2119
Telenor Sverige: 8434
Telia: 3301
Telia Eesti: 3249
Telia Finland: 1759
Telia Lietuva: 8764
Telia Norge: 25400
TENET Scientific Production Enterprise: 6876
Tiscali Italia: 8612
T-Mobile Austria: 8412
TNG Stadtnetz: 13101
Toya: 16342
Trooli: 48101
TTK-Svyaz: 15774
TTNet: 47331
TurkNet Iletisim Hizmetleri: 12735
Turksat Uydu Haberlesme ve Kablo TV Isletme: 47524
Turk Telekomunikasyon Anonim Sirketi: 9121
UAB INIT: 24877
Ucom: 44395
Ufanet: 24955
Ukrtelecom: 6849
UNIDATA: 5394 30848
Unitary enterprise A1: 42772
VECTRA: 29314
Vimpelcom: 8402
Virgin Media: 5089
Vivacom Bulgaria EAD: 8866 43205
Vodafone: 3209 5378 25310
Vodafone Czech Republic: 16019
VODAFONE ESPANA: 12430
Vodafone Ireland: 15502
Vodafone Italia: 30722
Vodafone Libertel: 33915
Vodafone Net Iletisim Hizmetler: 8386 15924
VODAFONE ONO: 6739
VODAFONE-PANAFON HELLENIC TELECOMMUNICATIONS: 3329
Vodafone Portugal - Communicacoes Pessoais: 12353
VOO: 12392
VSE NET: 9063
WestCall: 8595
wilhelm.tel: 15943
WIND TRE: 1267
XTRA TELECOM: 15704
YUnet International: 8771
Zen Internet: 13037
`;
