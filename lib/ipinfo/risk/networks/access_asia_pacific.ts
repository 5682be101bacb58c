/**
 * Networks in Asia and the Pacific that connect homes, and maybe companies and
 * mobile phones as well.
 */
export const ACCESS_ASIA_PACIFIC = `
abcle: 38661
ARTERIA Networks: 2519 17506 17699
Asahi Net: 4685
Asianet Satellite Communications: 17465
Asia Pacific On-line Service: 7482
asn for Liaoning Provincial Net of CT: 17799
ASN for TIANJIN Provincial Net of CT: 17638
Atria Convergence Technologies: 18209 24309 55577 131269
BEIJING GEHUA CATV NETWORK: 17429
Bharat Sanchar Nigam: 9829
Bharti Airtel: 24560
BIGLOBE: 2518
BIZNET NETWORKS: 17451
BUZTON: 29385
China Broadcast Henan Network: 59016
Chinanet: 4134
CHINANET Guangdong province Guangzhou MAN: 134773
CHINANET Guangdong province network: 58466 134763 134764
CHINANET Guangdong province Shenzhen MAN: 134774
CHINANET Guangdong province Yuedong MAN: 136199
CHINANET Hubei province network: 58563
CHINANET Liaoning province Dalian MAN: 134762
China Telecom (Group): 4811 4812 4816 4835
China TieTong Telecommunications: 9394 24138
China Unicom Beijing Province Network: 4808
CHINA UNICOM China169 Backbone: 4837
China Unicom Guangzhou network: 17622
China Unicom IP network China169 Guangdong: 17816
China Unicom Shanghai network: 17621
China Unicom Shenzen network: 17623
ChongQing Broadcast & TV Transfer Network: 17969
Chubu Telecommunications: 18126
Chunghwa Telecom: 3462 9505 10126
CMB Kwangju Broadcasting: 10054
ComClark Network & Technology: 17639 56207
Community Network Center: 9354 17698
CS Loxinfo: 4750
Cyberindo Aditama: 4787
Digital United: 4780
DLIVE: 10036
DongFong Technology: 18046
Eastern Telecommunications Philippines: 9658 18190
EHIME CATV: 18260
Eka Mas Republik: 63859
Enecom,Inc: 7670 18144
Excellmedia: 17754
FPT Telecom: 18403
FreeBit: 10013
FUJITSU: 2510
Globe Telecom (GMCR,INC): 4775 24179 45343 139626
Gujarat Telelink: 45916
HATHWAY CABLE AND DATACOM: 17488
HCN Dongjak: 7562
HGC Global Communications: 9304 10116 10118 55355 140881
Hong Kong Broadband Network: 9269 10103
Hong Kong Cable Television: 9513 9908 142115
Hoshin Multimedia Center: 9416
Huashu media&Network: 24139
iiNet: 4739 4802 7718 18371
INDONESIA COMNETS PLUS: 9341
Infinys System Indonesia: 58397
Ishan's Network: 45117
its communications: 9365
JCOM: 4721 7686 9378 9617 9824 18134 18136 23788 23790 24276
JCOM: 45675
JCOM Marketing: 9614
KangNam CableTV: 9943
kbro: 38841
KCTV JEJU BROADCASTING: 9946
KDDI: 2516
Kintetsu Cable Network: 18081
Korea Telecom: 3559 4040 4766 45400
kt HCN: 9762
Leaptel: 134090
LG DACOM: 3786 9688
LG HelloVision: 9697 9698 9770 9845 10066 17577 17586 17598 17839 18313
LG HelloVision: 18318 38091 38120 38121 38669 45365
LG POWERCOMM: 17858
Link3 Technologies: 23688
Linknet ASN: 9905
Linknet-Fastnet ASN: 23700
M1 NET: 17547
Mahanagar Telephone Nigam: 17813
Mercury NZ: 55850 55926 136984
miyazaki cabletelevision network: 17939
Mora Telematika Indonesia: 131111 138121
Naganoken Kyodou Densan: 18268
Nagasaki Cable Media: 10000
Namincheon Brodcasting: 9976
Nayatel (Pvt): 23674
New Century InfoComm: 9919
NTT Communications: 4713 7674 18259 37900 38629 38639
NTT-ME: 9595
NTT WEST CHUGOKU: 2506
One New Zealand: 4768 4830 9327 9500 9559 17649 18198
ONEOTT INTERTAINMENT: 17665
OPTAGE: 9358 17511 151379
Oriental Cable Network: 9812
Pakistan Telecommuication: 4661 9557 17557
PCCW IMS: 4760
Philippine Long Distance Telephone: 9299 134140 152891
QTnet,Inc: 7679
Quadrant Televentures: 17917
RailTel Corporation of India: 24186
Remala Abadi: 38511
Sai gon Postel: 7602
ShenZhen Topway Video Communication: 17962
Shinbiro: 4670
SHYAM SPECTRA: 10029
SingNet: 3758 9247 9877
SingTel Optus: 4804 7474
SK Broadband: 9318 9689 9756 9971 10164 17573 17597 17846 17849 17854
SK Broadband: 17857 17864 18310 23563 23575 23578 38095 38096 38097 38103
SK Broadband: 38109 46004
Sky Network Television: 45620 140220
SoftBank: 4725 17505 17676
So-net: 9600
Sony Network Communications: 2527
Sony Network Taiwan: 18182
Spark New Zealand Trading: 4771
STARCAT Co .,LTD: 17529
Starhub: 4657 138345
Starhub Internet: 55430 140928 140929
STNet: 7522
SUPERLOOP (AUSTRALIA): 10143 24233 38195 133389
SXBCTV ,Internet Service Provider: 23771
SYNAPSE: 7511
Taiwan Fixed Network, Telco and Network: 9924
Taiwan Infrastructure Network Technologie: 18049
Tata Teleservices (Maharashtra): 17762 58608 134540
TBC: 131596
Telekomunikasi Indonesia (PT): 7713 133062 137019
Telstra: 1221 132029 133859 135887 149288
Tikona Infinet: 10077 45528
TM TECHNOLOGY SERVICES: 4788 38322
TOHKnet Co.,Inc: 7516
TOKAI Communications: 10010
TOT: 9737 23969 38040 131293
TPG Internet: 7545 9942 17668 24130 38066
Triple T Broadband: 45758 55808 138524
TRUE INTERNET: 7470 17552 17556 18197 55790 55844 131162 132605 133907 136182
TRUE INTERNET: 151808 151825
TT DOTCOM: 9930
Ulsan Jung-Ang Broadcasting Network: 45361
VEE TIME: 17809
Viettel: 7552 24086
VNPT: 45899
VOCUS: 9443
Wideband Networks: 4764 136943
ZTV: 9351
`;
