import { splitCountry, type SplitCountry } from './zones-by-state.ts'

const eastern = 'America/New_York'

const central = 'America/Chicago'

const mountain = 'America/Denver'

const pacific = 'America/Los_Angeles'

/** A state that is split between two zones has both. */
export const unitedStates = splitCountry(
  `${eastern} ${central} ${mountain} America/Phoenix ${pacific} America/Anchorage America/Adak Pacific/Honolulu`,
  [
    [eastern, 'CT', 'CONNECTICUT', 'DE', 'DELAWARE', 'DC', 'DISTRICTOFCOLUMBIA', 'WASHINGTONDC', 'GA', 'GEORGIA'],
    [eastern, 'ME', 'MAINE', 'MD', 'MARYLAND', 'MA', 'MASSACHUSETTS', 'NH', 'NEWHAMPSHIRE', 'NJ', 'NEWJERSEY'],
    [eastern, 'NY', 'NEWYORK', 'NC', 'NORTHCAROLINA', 'OH', 'OHIO', 'PA', 'PENNSYLVANIA', 'RI', 'RHODEISLAND'],
    [eastern, 'SC', 'SOUTHCAROLINA', 'VT', 'VERMONT', 'VA', 'VIRGINIA', 'WV', 'WESTVIRGINIA'],
    [`${eastern} ${central}`, 'FL', 'FLORIDA', 'IN', 'INDIANA', 'KY', 'KENTUCKY', 'MI', 'MICHIGAN'],
    [`${central} ${eastern}`, 'TN', 'TENNESSEE', 'AL', 'ALABAMA'],
    [central, 'AR', 'ARKANSAS', 'IL', 'ILLINOIS', 'IA', 'IOWA', 'LA', 'LOUISIANA', 'MN', 'MINNESOTA'],
    [central, 'MS', 'MISSISSIPPI', 'MO', 'MISSOURI', 'OK', 'OKLAHOMA', 'WI', 'WISCONSIN'],
    [`${central} ${mountain}`, 'KS', 'KANSAS', 'NE', 'NEBRASKA', 'ND', 'NORTHDAKOTA', 'SD', 'SOUTHDAKOTA'],
    [`${central} ${mountain}`, 'TX', 'TEXAS'],
    [mountain, 'CO', 'COLORADO', 'MT', 'MONTANA', 'NM', 'NEWMEXICO', 'UT', 'UTAH', 'WY', 'WYOMING'],
    [`America/Phoenix ${mountain}`, 'AZ', 'ARIZONA'],
    [`${mountain} ${pacific}`, 'ID', 'IDAHO'],
    [`${pacific} ${mountain}`, 'OR', 'OREGON', 'NV', 'NEVADA'],
    [pacific, 'CA', 'CALIFORNIA', 'WA', 'WASHINGTON'],
    ['America/Anchorage America/Adak', 'AK', 'ALASKA'],
    ['Pacific/Honolulu', 'HI', 'HAWAII'],
    // Military mail goes all over the world; these are the most frequent destinations.
    ['Europe/Berlin Europe/London Asia/Riyadh', 'AE'],
    ['America/New_York America/Panama', 'AA'],
    ['Asia/Tokyo Pacific/Guam', 'AP'],
  ],
)

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

/** The first three digits at which a state's ZIP codes start; each range ends where the next begins. */
export const zipRanges: readonly (readonly [from: number, state: string])[] = [
  [5, 'NY'],
  [6, 'PR'],
  [8, 'VI'],
  [9, 'PR'],
  [10, 'MA'],
  [28, 'RI'],
  [30, 'NH'],
  [39, 'ME'],
  [50, 'VT'],
  [55, 'MA'],
  [56, 'VT'],
  [60, 'CT'],
  [63, 'NY'],
  [64, 'CT'],
  [70, 'NJ'],
  [90, 'AE'],
  [100, 'NY'],
  [150, 'PA'],
  [197, 'DE'],
  [200, 'DC'],
  [206, 'MD'],
  [220, 'VA'],
  [247, 'WV'],
  [270, 'NC'],
  [290, 'SC'],
  [300, 'GA'],
  [320, 'FL'],
  [340, 'AA'],
  [341, 'FL'],
  [350, 'AL'],
  [370, 'TN'],
  [386, 'MS'],
  [398, 'GA'],
  [400, 'KY'],
  [430, 'OH'],
  [460, 'IN'],
  [480, 'MI'],
  [500, 'IA'],
  [530, 'WI'],
  [550, 'MN'],
  [569, 'DC'],
  [570, 'SD'],
  [580, 'ND'],
  [590, 'MT'],
  [600, 'IL'],
  [630, 'MO'],
  [660, 'KS'],
  [680, 'NE'],
  [700, 'LA'],
  [716, 'AR'],
  [730, 'OK'],
  [733, 'TX'],
  [734, 'OK'],
  [750, 'TX'],
  [800, 'CO'],
  [820, 'WY'],
  [832, 'ID'],
  [840, 'UT'],
  [850, 'AZ'],
  [870, 'NM'],
  [885, 'TX'],
  [889, 'NV'],
  [900, 'CA'],
  [962, 'AP'],
  [967, 'HI'],
  [969, 'GU'],
  [970, 'OR'],
  [980, 'WA'],
  [995, 'AK'],
]
