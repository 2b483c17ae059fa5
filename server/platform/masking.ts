/** For people who may read and need not know. */
export const veil = '•••'

export const maskEmail = (address: string): string =>
  `${address.slice(0, 1)}${veil}${address.slice(address.lastIndexOf('@'))}`
export const maskPhone = (number: string): string => `${veil}${number.slice(-2)}`
