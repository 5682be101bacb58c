/**
 * Networks of servers: clouds, data centres, content networks, and the exits of
 * security services that stand in data centres.
 */
export const HOSTING = `
23M: 47447
31173: 39351
Abitcool(China): 9308
acens Technologies, S.L: 16371
ACEVILLE PTE.LTD: 139341
AEZA: 210644
Akamai: 16625 20940 32787 35994 36183 63949
AlexHost: 200019
Alibaba: 37963 45102 134963
Amazon: 801 7224 8987 9059 14618 16509 38895 135630 214101
Aptum Technologies: 13768
AROSSCLOUD: 400619
Aruba: 31034
ASLINE: 137951
Atlantic Metro Communications II: 29838
Atlantic.net: 6364
B2 Net: 55286
Baidu: 38365 55967
Baxet: 26383
BEDGE: 63139
Beget: 198610
Beihai: 134419
Beijing Guanghuan Xinwang Digital: 55960
Beijing Jingdong 360 Degree E-commerce: 131486
Beijing Qihu Technology: 55992
Beijing Volcano Engine Technology: 137718
Binero: 35041
Bleu: 2376
BL Networks: 399629
BlueVPS: 62005
BROADBANDIDC: 45370
BroadbandONE: 7381 13645
BUNNY TECHNOLOGY: 399073
Bytedance: 396986
Byteplus: 150436
CariNet: 10439
Chinanet: 38283 58461
Cisco OpenDNS: 36692
Cisco Webex: 13445
Cloud Computing: 58519
Cloudflare: 13335 14789 132892 202623 209242 395747
Cloudie: 55933
Clouvider: 62240
CNSERVERS: 40065
Cologix: 8001
Combell: 34762
Constant: 20473
Contabo: 40021 51167
Core-Backbone: 201011
CoreSpace: 54489
CoreWeave: 33425
CtrlS: 18229
Cyber_Folks: 29522
Cyberzone: 209854
CyrusOne: 62
DataBank Holdings: 13767
Datacamp: 60068 212238
DataPipe: 14492 22205
DataWeb Global: 39572
DEFT.COM: 23352
Delos Cloud: 198678
DigitalFyre Internet Solutions: 64245
DigitalOcean: 14061 46652 393406
DingFeng XinHui(HongKong) Technology: 134175 134548
dogado: 8648
Dropbox: 19679
EGIHosting: 18779
eNET: 10297
Enzu: 18978
Eonix: 62904
Equinix (EMEA) Acquisition Enterprises: 15830
eSited Solutions: 22552
Expedient: 17054
Facebook: 32934
Fastly: 54113
FDCservers.net: 30058
Fiber Grid: 37518
firstcolo: 31400 44066
Flexential Colorado: 13649
FlokiNET: 200651
Fly.io: 40509
FortressITX: 25653
FranTech: 53667
Fuzhou: 133774
G-Core: 59245 199524 202422 210559
GHOSTnet: 12586
GitHub: 36459
GleSYS: 42708
Global Layer: 49453
GMO: 7506
GMO Internet,Inc: 55907
GoDaddy: 26496 398101
Google: 15169 19527 36040 36384 36492 43515 394089 396178 396982
GSL Networks: 137409
GTHost: 63023
HERN Labs: 205016
Hetzner: 24940 212317 213230 215859
Hivelocity: 29802 61317
home.pl: 12824
HostDime.com: 33182
Host Europe: 20773
HostHatch: 63473
Hostinger: 47583
HOSTKEY: 57043
Hostnet: 197902
Hostopia Australia Web: 55803
HostPapa: 36352 54290
HostRoyale: 203020 204287 207990
Huawei: 55990 136907
Hydra Communications: 25369
HyosungITX: 38690
i3D.net: 49544
iAdvantage: 9729
IBM: 36351
IDC, China Telecommunications: 23724
IDC Frontier: 4694
Ikoula: 21409
Incapsula: 19551
Infomaniak Network: 29222
Infrastructure Group: 60404
InMotion: 3842
Input Output Flood: 53755
Intermax: 24586
Internap Holding: 13789 32475
Interserver: 19318
Iomart: 20860 35425
IONOS: 8560
IOT: 29182
IP Volume: 202425
IPXO: 834
IT7: 25820
IT HOSTLINE: 44559
Ivanov Vitaliy Sergeevich: 48031 202656
JINHUA, ZHEJIANG Province, P.R.China: 136190
KAGOYA JAPAN: 24282
KDDI Web Communications: 9597
Krypt Technologies: 35908
Larus: 17561
Latisys-Denver: 29863
Latitude.sh: 396356
Leaseweb: 7203 16265 19148 27411 28753 30633 32613 38930 59253 60626 60781 133752 134351 136988 205544 393886 394380 395954 396190 396362
LightEdge Solutions: 11320
Limestone: 46475
Linode: 48337
Liquid Web: 32244
Locaweb Servicos de Internet S/A: 27715
LogicWeb: 64286
LUOGELANG (FRANCE): 135097 142286
M247: 9009 16247 42973
marbis: 199610
Maxihost: 262287
Melbikomas: 56630
Meteverse: 54994
MEVSPACE: 201814
Microsoft: 3598 8068 8069 8070 8071 8075 12076 35106 200517
Mittwald: 15817
MOACK.Co.LTD: 138195
MOJOHOST: 27589
Multacom: 35916
Namecheap: 22612
NAVER BUSINESS PLATFORM ASIA PACIFIC: 135354
Navisite Opco: 14135
Nazwa.pl: 15967
NetActuate: 63911
netcup: 197540
NetEase Building No.16 Ke Yun Road: 45062
Netflix Streaming Services: 2906
NetLab Global: 979
Netsec: 45753
Netskope: 55256
Network Solutions: 19871
New Dream Network: 26347
Newfold Digital: 29873
NewtekOne: 14992
Nexeon Technologies: 20278
NForce: 43350
NHNCLOUD: 45974
NHN Techorus: 17707
NINGBO, ZHEJIANG Province, P.R.China: 136188
Ningxia West Cloud Data Technology: 135629
Nocix: 33387
Node4: 31727
noris network: 12337
NorthC Deutschland: 15598
Ntirety: 20021
NTT SmartConnect: 7671
Oath Holdings: 10310 26101 36646 36647
OCTOPUS WEB SOLUTION: 984
Oracle: 14544 31898 64102
OVH: 16276 35540
Packet Host: 54825
PacketHub: 136787 272096
pair Networks: 7859
PEG TECH: 54600 398478 398823 398993
Performive: 46562
Phoenix NAP: 60558
PlusServer: 61157
Powerhouse: 22363
POWER LINE (HK): 132839
Private Layer: 51852
PrivateSystems Networks: 63410
Psychz: 40676
Pulsant (Scotland): 12703
QuadraNet: 8100
Quality Technology Services: 20141 29748
QuickPacket: 46261
Rackdog: 154395
Rackspace: 15395 19994 24867 27357 33070 45187
Radore Veri Merkezi Hizmetleri: 42926
REG.RU: 49352 197695
ReliableSite: 23470
RouterHosting: 14956
SAKURA: 7684 9370 9371
Salesforce.com: 14340
Scalaxy: 58061
Scaleway: 12876
Secured Servers: 20454
SEEWEB: 12637
Selectel: 49505 50340
SendGrid: 11377
Sendinblue: 200484
Sentia Denmark: 47292
Serverius: 50673
Servers Australia: 45671
SERVICENOW: 16839
Shanghai Blue Cloud Technology: 58593
Sharktech: 46844
Sia Nano IT: 43513
SMILESERV: 38700
SonderCloud: 133199
Sprious: 64267
Strato: 6724
SWITCH: 23005
Tcloudnet: 399077
Team Blue Carrier: 29550
Tencent: 45090 132203 133478
TeraSwitch Networks: 20326
Tier.Net Technologies: 397423
TierPoint: 17378
TIMEWEB: 9123 210976
trafficforce, UAB: 201341
TrueFullstaq: 15703
Twitch Interactive: 46489
tzulo: 11878
UAB code200: 203061
UCLOUD: 135377
UK-2: 13213
UKFAST.NET: 61323
Unified Layer: 46606
UpCloud: 202053
velia: 29066 30083
VK: 47764
VolumeDrive: 46664
Voxility: 3223
VpsQuan: 62468
Web2Objects: 62874
WebNX: 18450
Web Werks India: 133296
WENZHOU, ZHEJIANG Province, P.R.China: 134771
WIIT: 24961
WorkTitans: 209847
WorldStream: 8315 49981
Xneelo (Pty): 37153
Xserver: 131965
Yahoo Japan: 23816 24572
YANCY: 138415
YANDEX: 13238 200350
Zenlayer: 21859
Zhejiang Taobao Network: 24429
Zhengzhou Fastidc Technology: 56005
Zillion Network: 54801
Zomro: 204601
Zoom Video Communications: 30103
ZSCALER: 22616 53813 62044
`;
