/** Short made-up responses in the formats of registries, and what they mean. */

interface Format {
  readonly name: string;
  readonly text: string;
  /** Days. */
  readonly created?: string;
  readonly updated?: string;
  readonly expires?: string;
  readonly registrar?: string;
  readonly statuses?: readonly string[];
  readonly nameServers?: readonly string[];
  readonly registrant?: string;
  readonly isSigned?: boolean;
}

export const whoisFormats: readonly Format[] = [
  {
    name: "a.dk",
    text: `# Welcome
Domain:               a.dk
DNS:                  a.dk
Registered:           1999-01-10
Expires:              2010-03-31
Status:               Active

Registrant
Handle:               AB1-DK
Name:                 Example A/S
Country:              DK

Nameservers
Hostname:             ns1.a.dk
Handle:               AB2-DK
Hostname:             ns2.a.dk
`,
    created: "1999-01-10",
    expires: "2010-03-31",
    statuses: ["Active"],
    nameServers: ["ns1.a.dk", "ns2.a.dk"],
    registrant: "Example A/S",
  },
  {
    name: "a.pl",
    text: `
DOMAIN NAME:           a.pl
nameservers:           ns2.a.pl. [192.0.2.2]
                       ns1.a.pl.
created:               2002.09.19 13:00:00
last modified:         2012.08.17 11:21:09
renewal date:          2013.09.18 14:00:00
dnssec:                Unsigned

TECHNICAL CONTACT:
company: Example
last modified: 2010.02.24

REGISTRAR:
Example Registrar
1 Way
`,
    created: "2002-09-19",
    updated: "2012-08-17",
    expires: "2013-09-18",
    registrar: "Example Registrar",
    nameServers: ["ns2.a.pl 192.0.2.2", "ns1.a.pl"],
    isSigned: false,
  },
  {
    name: "a.sk",
    text: `
Domain-name         a.sk
Admin-id            ABCD-0001
Admin-name          Jane Roe
dns_name            ns1.a.sk
dns_name            ns2.a.sk
Last-update         2010-06-28
Valid-date          2011-07-23
Domain-status       DOM_OK
`,
    updated: "2010-06-28",
    expires: "2011-07-23",
    statuses: ["DOM_OK"],
    nameServers: ["ns1.a.sk", "ns2.a.sk"],
  },
  {
    name: "b.sk",
    text: `
Domain:                       b.sk
Created:                      2003-07-24
Updated:                      2024-06-22
Nameserver:                   ns1.b.sk

Domain registrant:            abc-170347
Name:                         Jana Nova
Organization ID:              369511
Created:                      2019-06-07

Registrar:                    REGS-0292
Name:                         Registrator
Organization:                 Registrator Ltd.
Updated:                      2024-09-30
`,
    created: "2003-07-24",
    updated: "2024-06-22",
    registrar: "Registrator",
    nameServers: ["ns1.b.sk"],
    registrant: "Jana Nova",
  },
  {
    name: "a.ru",
    text: `% Terms
domain:        A.RU
nserver:       ns1.a.ru.
state:         REGISTERED, DELEGATED
org:           Example LLC
registrar:     EXAMPLE-RU
created:       2004-03-03T21:00:00Z
paid-till:     2020-03-04T21:00:00Z
source:        TCI

Last updated on 2019-09-29T10:56:30Z
`,
    created: "2004-03-03",
    expires: "2020-03-04",
    registrar: "EXAMPLE-RU",
    statuses: ["REGISTERED, DELEGATED"],
    nameServers: ["ns1.a.ru"],
    registrant: "Example LLC",
  },
  {
    name: "a.com",
    text: `
Domain Name.......... a.com
  Creation Date........ 1995-06-22
  Organisation Name.... Example Inc.
  Organisation Address. 1 Way

Admin Name........... Domain Admin
  Name Server.......... NS1.A.COM
`,
    created: "1995-06-22",
    nameServers: ["ns1.a.com"],
    registrant: "Example Inc.",
  },
  {
    name: "a.hk",
    text: `
Domain Name:  A.HK

Registrant Contact Information:

Company English Name (It should be the same as the registered/corporation name on your Business Register Certificate or relevant documents): EXAMPLE LIMITED
Domain Name Commencement Date: 21-05-2012
`,
    created: "2012-05-21",
    nameServers: [],
    registrant: "EXAMPLE LIMITED",
  },
  {
    name: "a.fr",
    text: `%% Note
domain:      a.fr
status:      REGISTERED
holder-c:    AB12-FRNIC
registrar:   EXAMPLE
anniversary: 11/01
created:     11/01/2010
last-update: 12/01/2011
source:      FRNIC

ns-list:     NSL1-FRNIC
nserver:     ns1.a.fr [192.0.2.4 2001:db8::1]

registrar:   EXAMPLE
registered:  21/10/1999

nic-hdl:     AB12-FRNIC
type:        ORGANIZATION
contact:     Exemple SAS
changed:     04/05/2012
`,
    created: "2010-01-11",
    updated: "2011-01-12",
    registrar: "EXAMPLE",
    statuses: ["REGISTERED"],
    nameServers: ["ns1.a.fr 192.0.2.4 2001:db8::1"],
    registrant: "Exemple SAS",
  },
  {
    name: "a.ua",
    text: `% Domain Record:
domain:     a.ua
admin-c:    AB1-UANIC
status:     OK-UNTIL 20140903121852
nserver:    ns2.a.ua
created:    0-UANIC 20020903000000
changed:    EF-UANIC 20120730164230
source:     UANIC

% Administrative Contact:
nic-handle:     AB1-UANIC
organization:   Example
changed:        AB1-UANIC 20150902125247
`,
    created: "2002-09-03",
    updated: "2012-07-30",
    expires: "2014-09-03",
    statuses: ["OK-UNTIL 20140903121852"],
    nameServers: ["ns2.a.ua"],
  },
  {
    name: "a.br",
    text: `
domain:      a.br
owner:       Exemplo Ltda
owner-c:     ABCDE17
nserver:     ns1.a.br
nsstat:      20170628 AA
created:     19990518 #162310
changed:     20170427
expires:     20180518
status:      published

nic-hdl-br:  ABCDE17
person:      Joana
created:     20100520
changed:     20190103
`,
    created: "1999-05-18",
    updated: "2017-04-27",
    expires: "2018-05-18",
    statuses: ["published"],
    nameServers: ["ns1.a.br"],
    registrant: "Exemplo Ltda",
  },
  {
    name: "a.uk",
    text: `
    Domain name:
        a.uk

    Registrant:
        Example Ltd

    Registrar:
        Example Ltd t/a Names [Tag = EX]
        URL: http://www.example.uk

    Relevant dates:
        Registered on: before Aug-1996
        Expiry date:  14-Feb-2013

    Registration status:
        Registered until expiry date.

    Name servers:
        ns1.a.uk    192.0.2.1
        ns2.a.uk    192.0.2.2  2001:db8::2
`,
    expires: "2013-02-14",
    registrar: "Example Ltd",
    statuses: ["Registered until expiry date."],
    nameServers: ["ns1.a.uk 192.0.2.1", "ns2.a.uk 192.0.2.2 2001:db8::2"],
    registrant: "Example Ltd",
  },
  {
    name: "a.tr",
    text: `** Domain Name: a.tr

** Registrant:
   Ornek A.S.
   Hidden upon user request

** Registrar:
NIC Handle\t\t: abc12-metu
Organization Name\t: Kayit A.S.

** Domain Servers:
ns1.a.tr
ns2.a.tr 192.0.2.2

** Additional Info:
Created on..............: 2001-Aug-23.
Expires on..............: 2014-Aug-22.
`,
    created: "2001-08-23",
    expires: "2014-08-22",
    registrar: "Kayit A.S.",
    nameServers: ["ns1.a.tr", "ns2.a.tr 192.0.2.2"],
    registrant: "Ornek A.S.",
  },
  {
    name: "a.jp",
    text: `[ JPRS database provides information. ]
Domain Information:
a. [Domain Name]                A.JP
g. [Organization]               Example Corp.
p. [Name Server]                ns1.a.jp
[State]                         Connected (2010/09/30)
[Registered Date]               2003/09/11
[Last Update]                   2009/10/23 19:22:08 (JST)
`,
    created: "2003-09-11",
    updated: "2009-10-23",
    expires: "2010-09-30",
    statuses: ["Connected (2010/09/30)"],
    nameServers: ["ns1.a.jp"],
    registrant: "Example Corp.",
  },
  {
    name: "a.com.bg",
    text: `
DOMAIN NAME: a.com.bg
activated on: 03/06/2003 00:00:00 EEST
expires at: 30/06/2014 00:00:00 EEST
registration status: Registered

NAME SERVER INFORMATION:
ns4.a.bg
`,
    created: "2003-06-03",
    expires: "2014-06-30",
    statuses: ["Registered"],
    nameServers: ["ns4.a.bg"],
  },
  {
    name: "a.pt",
    text: `
Nome de domínio / Domain Name: a.pt
Data de registo / Creation Date (dd/mm/yyyy): 09/01/2003
Data de expiração / Expiration Date (dd/mm/yyyy): 10/02/2015
Estado / Status: ACTIVE
Titular / Registrant
   Exemplo, Lda.
   Email: a@a.pt
Nameserver Information
   Nameserver: a.pt\tNS\tns4.b.pt.
`,
    created: "2003-01-09",
    expires: "2015-02-10",
    statuses: ["ACTIVE"],
    nameServers: ["ns4.b.pt"],
    registrant: "Exemplo, Lda.",
  },
  {
    name: "a.kz",
    text: `Whois Server for the KZ top level domain name.

Domain Name............: a.kz

Organization Using Domain Name
Name...................: Example Ltd.

Primary server.........: ns1.a.kz

Domain created: 1999-06-07 12:01:43 (GMT+0:00)
Current Registar: EXAMPLEREG
`,
    created: "1999-06-07",
    registrar: "EXAMPLEREG",
    nameServers: ["ns1.a.kz"],
    registrant: "Example Ltd.",
  },
  {
    name: "a.at",
    text: `
domain:         a.at
registrar:      Beispiel GmbH ( https://registry.test/registrar/597 )
registrant:     BG123-NICAT
nserver:        ns1.a.at
changed:        20190702 16:02:01

personname:
organization:   Beispiel AG
nic-hdl:        BG123-NICAT
changed:        20170212 11:06:46
`,
    updated: "2019-07-02",
    registrar: "Beispiel GmbH",
    nameServers: ["ns1.a.at"],
    registrant: "Beispiel AG",
  },
  {
    name: "com",
    text: `% IANA WHOIS server
domain:       COM

organisation: Example Registry
address:      1 Way

contact:      administrative
name:         Registry Service
e-mail:       info@a.test

nserver:      A.NIC.TEST 192.5.6.30 2001:503:a83e:0:0:0:2:30
ds-rdata:     19718 13 2 8acbb0cd28f41250a80a491389424d341522d946b0da0c0291f2d3d771d7805a

whois:        whois.a.test
status:       ACTIVE
created:      1985-01-01
changed:      2023-12-07
`,
    created: "1985-01-01",
    updated: "2023-12-07",
    statuses: ["ACTIVE"],
    nameServers: ["a.nic.test 192.5.6.30 2001:503:a83e::2:30"],
    registrant: "Example Registry",
    isSigned: true,
  },
];
