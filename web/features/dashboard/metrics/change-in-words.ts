import { changeText } from '#contract/report-figures.ts'

/** Such as "+12% from yesterday at this hour"; where there was nothing, no percentage says how much more there is now. */
export const describeChange = (change: number | null, nothing: string): string =>
  `${change === null ? nothing : `${changeText('count', change)} from`} yesterday at this hour`
