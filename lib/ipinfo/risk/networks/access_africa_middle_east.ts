/**
 * Networks in Africa, the Middle East and Central Asia that connect homes, and
 * maybe companies and mobile phones as well.
 */
export const ACCESS_AFRICA_MIDDLE_EAST = `
AFRIHOST SP (PTY): 37611
Aria Shatel: 31549 34369
Asiatech Data Transmission: 43754 51433 203000 211421
Awaser Oman: 204170
Batelco Jordan: 9038
BEYON: 5416
Bezeq International: 8551
Cellcom Fixed Line Communication: 1680 13264
Cool Ideas Service Provider (Pty): 37680
Cybersmart: 36874
Dimension Data: 10474
Emirates Integrated Telecommunications: 15802 57187
EMIRATES TELECOMMUNICATIONS GROUP COMPANY: 5384
EthioNet: 24757
Etihad Etisalat, a joint stock: 34400
Fanava Group: 41881
Finstar - Sociedade de Investimento e: 37645
Gabon Telecom Internet Network Autonomous: 16058
Gulfnet International KEMS: 6412
GVA Cote d'Ivoire: 36924
Hot-Net internet services: 12849
Hulum Almustakbal Company for Communication: 203214
IncoNet Data Management sal: 9051
ipNX Nigeria: 29091
Iran Telecommunication: 58085 58224
Itissalat Al-MAGHRIB: 6713
Jambonet Autonomous System: 12455
Kazakhtelecom: 9198 50482
LINKdotNET AS number: 24863
Linkdotnet-Jordan: 48832
LTT Autonomous System, Tripoli Libya: 21003
Mada Al-Arab General Services: 51407
MauritiusTelecom: 23889
MEDITELECOM: 36925
Metrofibre Networx: 327782
Noor Data Networks ASN: 20928
Office National des Postes et: 36903 36956
Omani Qatari Telecommunications Company SAOC: 50010
Oman Telecommunications Company (S.A.O.G): 28885
Ooredoo Q.S.C: 8781 42298
OOREDOO TUNISIE: 37693
Orange Burkina Faso: 37577
Orange Cameroun: 36912
ORANGE COTE D'IVOIRE: 29571
Orange Tunisie: 37492 328126
Palestine Telecommunications Company: 12975
Parsan Lin: 16322 60976 61061
Partner Communications: 5486 9116 12400
Parvaresh Dadeha Co. Private Joint Stock: 39501 59703
Pishgaman Toseeh Ertebatat Company (Private: 3263 34918 49100 57755 57831
Quality Net General Trading & Contracting: 9155 211372
Respina Networks & Beyond: 42337
Reunicable: 37002
RSAWEB (PTY): 37053
SADV (Pty): 37049
Safaricom: 37061
Saudi Telecom: 25019 39386 39891
SOCIETE NATIONALE DES TELECOMMUNICATIONS: 327934
SODETEL S.A.L: 31126
SONATEL-AS Autonomous System: 8346
SPECTRANET: 37340
STC BAHRAIN: 51375
SWIFT NETWORKS: 36923
Syrian Telecom: 29256 201550
TE-AS: 8452
Telecom Algeria: 36947 327712
Telecom Malagasy: 37054
TeleYemen: 12486
Telkom: 5713 5734 37167 37251 37457
TogoTelecom, Togo: 24691
TOPNET: 37705
TV CABO ANGOLA LDA: 36907
Vox Telecom: 11845
Wananchi Group (K): 15399
Web Africa Networks (Pty): 328453
X-DSL Networking Solutions: 36916
XFone 018: 47956
Zambia Telecommunications Company Ltd aka: 37154
Zimbabwe Online: 37332
`;
