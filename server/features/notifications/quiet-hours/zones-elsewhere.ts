import { splitCountry, type SplitCountry } from './zones-by-state.ts'

const australia = splitCountry(
  'Australia/Sydney Australia/Brisbane Australia/Adelaide Australia/Darwin Australia/Perth Australia/Eucla Australia/Lord_Howe',
  [
    ['Australia/Sydney Australia/Broken_Hill Australia/Lord_Howe', 'NSW', 'NEWSOUTHWALES'],
    ['Australia/Sydney', 'ACT', 'AUSTRALIANCAPITALTERRITORY'],
    ['Australia/Melbourne', 'VIC', 'VICTORIA'],
    ['Australia/Hobart', 'TAS', 'TASMANIA'],
    ['Australia/Brisbane', 'QLD', 'QUEENSLAND'],
    ['Australia/Adelaide', 'SA', 'SOUTHAUSTRALIA'],
    ['Australia/Darwin', 'NT', 'NORTHERNTERRITORY'],
    ['Australia/Perth Australia/Eucla', 'WA', 'WESTERNAUSTRALIA'],
  ],
)

const russia = splitCountry(
  'Europe/Moscow Europe/Kaliningrad Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Yakutsk Asia/Vladivostok Asia/Magadan Asia/Kamchatka',
  [
    [
      'Europe/Moscow',
      'MOW',
      'MOSCOW',
      'MOSKVA',
      'MOS',
      'MOSCOWOBLAST',
      'SPE',
      'SAINTPETERSBURG',
      'STPETERSBURG',
      'LEN',
    ],
    ['Europe/Moscow', 'LENINGRADOBLAST', 'TA', 'TATARSTAN', 'KDA', 'KRASNODARKRAI', 'ROS', 'ROSTOVOBLAST', 'NIZ'],
    ['Europe/Kaliningrad', 'KGD', 'KALININGRAD', 'KALININGRADOBLAST'],
    ['Europe/Samara', 'SAM', 'SAMARAOBLAST', 'UD', 'UDMURTIA'],
    ['Asia/Yekaterinburg', 'SVE', 'SVERDLOVSKOBLAST', 'CHE', 'CHELYABINSKOBLAST', 'PER', 'PERMKRAI', 'TYU', 'BA'],
    ['Asia/Omsk', 'OMS', 'OMSKOBLAST'],
    ['Asia/Krasnoyarsk', 'KYA', 'KRASNOYARSKKRAI', 'NVS', 'NOVOSIBIRSKOBLAST', 'TOM', 'KEM', 'ALT'],
    ['Asia/Irkutsk', 'IRK', 'IRKUTSKOBLAST', 'BU', 'BURYATIA'],
    ['Asia/Yakutsk Asia/Vladivostok Asia/Magadan', 'SA', 'SAKHA', 'YAKUTIA'],
    ['Asia/Vladivostok', 'PRI', 'PRIMORSKYKRAI', 'KHA', 'KHABAROVSKKRAI'],
    ['Asia/Magadan', 'MAG', 'MAGADANOBLAST', 'SAK', 'SAKHALINOBLAST'],
    ['Asia/Kamchatka', 'KAM', 'KAMCHATKAKRAI', 'CHU', 'CHUKOTKA'],
  ],
)

const western = 'Asia/Jakarta'
const centralIndonesia = 'Asia/Makassar'
const indonesia = splitCountry('Asia/Jakarta Asia/Makassar Asia/Jayapura', [
  [western, 'JK', 'JAKARTA', 'DKIJAKARTA', 'JB', 'JAWABARAT', 'WESTJAVA', 'JT', 'JAWATENGAH', 'CENTRALJAVA', 'JI'],
  [western, 'JAWATIMUR', 'EASTJAVA', 'YO', 'YOGYAKARTA', 'BT', 'BANTEN', 'AC', 'ACEH', 'SU', 'SUMATERAUTARA'],
  [
    western,
    'NORTHSUMATRA',
    'SB',
    'SUMATERABARAT',
    'RI',
    'RIAU',
    'KR',
    'KEPULAUANRIAU',
    'JA',
    'JAMBI',
    'BE',
    'BENGKULU',
  ],
  [western, 'SS', 'SUMATERASELATAN', 'BB', 'BANGKABELITUNG', 'LA', 'LAMPUNG', 'KB', 'KALIMANTANBARAT', 'KT'],
  [centralIndonesia, 'BA', 'BALI', 'NB', 'NUSATENGGARABARAT', 'NT', 'NUSATENGGARATIMUR', 'KS', 'KALIMANTANSELATAN'],
  [centralIndonesia, 'KI', 'KALIMANTANTIMUR', 'KU', 'KALIMANTANUTARA', 'SA', 'SULAWESIUTARA', 'SN', 'SULAWESISELATAN'],
  [centralIndonesia, 'ST', 'SULAWESITENGAH', 'SG', 'SULAWESITENGGARA', 'SR', 'SULAWESIBARAT', 'GO', 'GORONTALO'],
  ['Asia/Jayapura', 'PA', 'PAPUA', 'PB', 'PAPUABARAT', 'MA', 'MALUKU', 'MU', 'MALUKUUTARA'],
])

const spain = splitCountry('Europe/Madrid Atlantic/Canary', [
  [
    'Atlantic/Canary',
    'CN',
    'CANARIAS',
    'ISLASCANARIAS',
    'CANARYISLANDS',
    'GC',
    'LASPALMAS',
    'TF',
    'SANTACRUZDETENERIFE',
    'TENERIFE',
  ],
  ['Africa/Ceuta', 'CE', 'CEUTA', 'ML', 'MELILLA'],
  [
    'Europe/Madrid',
    'PENINSULA',
    'M',
    'MD',
    'MADRID',
    'B',
    'BARCELONA',
    'CT',
    'CATALUNA',
    'CATALUNYA',
    'AN',
    'ANDALUCIA',
  ],
  [
    'Europe/Madrid',
    'V',
    'VALENCIA',
    'SE',
    'SEVILLA',
    'PV',
    'PAISVASCO',
    'GA',
    'GALICIA',
    'IB',
    'BALEARES',
    'Z',
    'ZARAGOZA',
  ],
])

const portugal = splitCountry('Europe/Lisbon Atlantic/Azores', [
  ['Atlantic/Azores', '20', 'ACORES', 'AZORES'],
  ['Atlantic/Madeira', '30', 'MADEIRA'],
  ['Europe/Lisbon', 'CONTINENTE', '11', 'LISBOA', 'LISBON', '13', 'PORTO'],
])

const newZealand = splitCountry('Pacific/Auckland Pacific/Chatham', [
  ['Pacific/Chatham', 'CIT', 'CHATHAMISLANDS'],
  [
    'Pacific/Auckland',
    'AUK',
    'AUCKLAND',
    'WGN',
    'WELLINGTON',
    'CAN',
    'CANTERBURY',
    'WKO',
    'WAIKATO',
    'BOP',
    'OTA',
    'OTAGO',
  ],
])

const congo = splitCountry('Africa/Kinshasa Africa/Lubumbashi', [
  ['Africa/Kinshasa', 'KN', 'KINSHASA', 'BC', 'KONGOCENTRAL', 'EQ', 'EQUATEUR'],
  ['Africa/Lubumbashi', 'HK', 'HAUTKATANGA', 'LU', 'LUALABA', 'NK', 'NORDKIVU', 'SK', 'SUDKIVU'],
])

const mongolia = splitCountry('Asia/Ulaanbaatar Asia/Hovd', [
  ['Asia/Ulaanbaatar', '1', 'ULAANBAATAR'],
  ['Asia/Hovd', '043', 'KHOVD', 'HOVD', '046', 'UVS', '071', 'BAYANOLGII'],
])

const china = splitCountry('Asia/Shanghai', [['Asia/Shanghai Asia/Urumqi', 'XJ', 'XINJIANG', 'XINJIANGUYGUR']])

/** By ISO code. */
export const elsewhere: Readonly<Record<string, SplitCountry>> = {
  AU: australia,
  RU: russia,
  ID: indonesia,
  ES: spain,
  PT: portugal,
  NZ: newZealand,
  CD: congo,
  MN: mongolia,
  CN: china,
}
