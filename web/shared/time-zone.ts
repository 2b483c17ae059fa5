import { createContext } from 'react'

/** Where the company's clocks stand; the shell tells it to every screen. */
export const TimeZone = createContext('UTC')
