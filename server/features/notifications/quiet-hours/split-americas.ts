import { splitCountry, type SplitCountry } from './split-country.ts'

const canada = splitCountry(
  'America/Toronto America/Vancouver America/Edmonton America/Winnipeg America/Regina America/Halifax America/St_Johns',
  [
    ['America/St_Johns America/Goose_Bay', 'NL', 'NF', 'NEWFOUNDLAND', 'NEWFOUNDLANDANDLABRADOR'],
    ['America/Halifax', 'NS', 'NOVASCOTIA', 'PE', 'PEI', 'PRINCEEDWARDISLAND'],
    ['America/Moncton', 'NB', 'NEWBRUNSWICK'],
    ['America/Toronto America/Blanc-Sablon', 'QC', 'QUEBEC', 'PQ'],
    ['America/Toronto America/Winnipeg', 'ON', 'ONTARIO'],
    ['America/Winnipeg', 'MB', 'MANITOBA'],
    ['America/Regina America/Edmonton', 'SK', 'SASKATCHEWAN'],
    ['America/Edmonton', 'AB', 'ALBERTA', 'NT', 'NORTHWESTTERRITORIES'],
    ['America/Vancouver America/Edmonton America/Dawson_Creek', 'BC', 'BRITISHCOLUMBIA'],
    ['America/Whitehorse', 'YT', 'YUKON'],
    ['America/Iqaluit America/Rankin_Inlet America/Cambridge_Bay', 'NU', 'NUNAVUT'],
  ],
)

const mexico = splitCountry(
  'America/Mexico_City America/Tijuana America/Hermosillo America/Mazatlan America/Chihuahua America/Ciudad_Juarez America/Ojinaga America/Matamoros America/Cancun',
  [
    ['America/Tijuana', 'BC', 'BCN', 'BAJACALIFORNIA', 'BAJACALIFORNIANORTE'],
    ['America/Mazatlan', 'BCS', 'BAJACALIFORNIASUR', 'SIN', 'SINALOA'],
    ['America/Mazatlan America/Mexico_City', 'NAY', 'NAYARIT'],
    ['America/Hermosillo', 'SON', 'SONORA'],
    ['America/Chihuahua America/Ciudad_Juarez America/Ojinaga', 'CHH', 'CHIH', 'CHIHUAHUA'],
    ['America/Mexico_City America/Matamoros', 'COA', 'COAH', 'COAHUILA', 'COAHUILADEZARAGOZA'],
    ['America/Mexico_City America/Matamoros', 'NLE', 'NL', 'NUEVOLEON', 'TAM', 'TAMPS', 'TAMAULIPAS'],
    ['America/Cancun', 'ROO', 'QROO', 'QR', 'QUINTANAROO'],
    [
      'America/Mexico_City',
      'AGU',
      'AGS',
      'AGUASCALIENTES',
      'CAM',
      'CAMPECHE',
      'CHP',
      'CHIS',
      'CHIAPAS',
      'COL',
      'COLIMA',
    ],
    ['America/Mexico_City', 'CMX', 'CDMX', 'DF', 'CIUDADDEMEXICO', 'MEXICOCITY', 'DUR', 'DGO', 'DURANGO', 'GUA', 'GTO'],
    [
      'America/Mexico_City',
      'GUANAJUATO',
      'GRO',
      'GUERRERO',
      'HID',
      'HGO',
      'HIDALGO',
      'JAL',
      'JALISCO',
      'MEX',
      'MEXICO',
    ],
    ['America/Mexico_City', 'ESTADODEMEXICO', 'MIC', 'MICH', 'MICHOACAN', 'MOR', 'MORELOS', 'OAX', 'OAXACA', 'PUE'],
    [
      'America/Mexico_City',
      'PUEBLA',
      'QUE',
      'QRO',
      'QUERETARO',
      'SLP',
      'SANLUISPOTOSI',
      'TAB',
      'TABASCO',
      'TLA',
      'TLAX',
    ],
    ['America/Mexico_City', 'TLAXCALA', 'VER', 'VERACRUZ', 'YUC', 'YUCATAN', 'ZAC', 'ZACATECAS'],
  ],
)

const brasilia = 'America/Sao_Paulo'
const brazil = splitCountry('America/Sao_Paulo America/Manaus America/Cuiaba America/Rio_Branco America/Noronha', [
  [brasilia, 'SP', 'SAOPAULO', 'RJ', 'RIODEJANEIRO', 'MG', 'MINASGERAIS', 'ES', 'ESPIRITOSANTO', 'PR', 'PARANA'],
  [brasilia, 'SC', 'SANTACATARINA', 'RS', 'RIOGRANDEDOSUL', 'GO', 'GOIAS', 'DF', 'DISTRITOFEDERAL', 'BA', 'BAHIA'],
  [brasilia, 'TO', 'TOCANTINS', 'PA', 'PARA', 'AP', 'AMAPA', 'MA', 'MARANHAO', 'PI', 'PIAUI', 'CE', 'CEARA'],
  [brasilia, 'RN', 'RIOGRANDEDONORTE', 'PB', 'PARAIBA', 'AL', 'ALAGOAS', 'SE', 'SERGIPE'],
  ['America/Recife America/Noronha', 'PE', 'PERNAMBUCO'],
  ['America/Cuiaba', 'MT', 'MATOGROSSO', 'MS', 'MATOGROSSODOSUL'],
  ['America/Manaus', 'RO', 'RONDONIA', 'RR', 'RORAIMA'],
  ['America/Manaus America/Eirunepe', 'AM', 'AMAZONAS'],
  ['America/Rio_Branco', 'AC', 'ACRE'],
])

const chile = splitCountry('America/Santiago America/Punta_Arenas America/Coyhaique Pacific/Easter', [
  ['America/Santiago Pacific/Easter', 'VS', 'VALPARAISO'],
  ['America/Punta_Arenas', 'MA', 'MAGALLANES'],
  ['America/Coyhaique America/Santiago', 'AI', 'AYSEN'],
  ['America/Santiago', 'RM', 'SANTIAGO', 'REGIONMETROPOLITANA', 'METROPOLITANA', 'BI', 'BIOBIO', 'AN', 'ANTOFAGASTA'],
])

const ecuador = splitCountry('America/Guayaquil Pacific/Galapagos', [
  ['Pacific/Galapagos', 'W', 'GALAPAGOS'],
  ['America/Guayaquil', 'G', 'GUAYAS', 'P', 'PICHINCHA', 'A', 'AZUAY', 'M', 'MANABI'],
])

const greenland = splitCountry('America/Nuuk America/Scoresbysund America/Danmarkshavn America/Thule', [])

/** By ISO code. */
export const americas: Readonly<Record<string, SplitCountry>> = {
  CA: canada,
  MX: mexico,
  BR: brazil,
  CL: chile,
  EC: ecuador,
  GL: greenland,
}
