export const figure = (count: number): string => count.toLocaleString('en-US')

/** Such as "1 row" and "1,204 rows". */
export const counted = (count: number, thing: string): string => `${figure(count)} ${thing}${count === 1 ? '' : 's'}`
