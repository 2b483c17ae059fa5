const percent = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero', maximumFractionDigits: 1 })

/** Such as "+12% from yesterday at this hour"; where there was nothing, no percentage says how much more there is now. */
export const changeInWords = (change: number | null, nothing: string): string =>
  change === null ? `${nothing} yesterday at this hour` : `${percent.format(change)}% from yesterday at this hour`
