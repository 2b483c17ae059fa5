const format = new Intl.NumberFormat('en-US')

/** Such as "1,204". */
export const formatNumber = (count: number): string => format.format(count)

/** Such as "1 row" and "1,204 rows". */
export const formatCount = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
