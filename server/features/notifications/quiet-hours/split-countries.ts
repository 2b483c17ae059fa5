import { americas } from './split-americas.ts'
import { unitedStates } from './united-states.ts'
import { elsewhere } from './split-elsewhere.ts'
import type { SplitCountry } from './split-country.ts'

/** Countries with several zones, by state. What is not here has the zones that the runtime knows it to have. */
export const splitCountries: Readonly<Record<string, SplitCountry>> = { US: unitedStates, ...americas, ...elsewhere }
