/** For people who may read and need not know. */
export const maskedText = '•••'

export const maskEmail = (address: string): string =>
  `${address.slice(0, 1)}${maskedText}${address.slice(address.lastIndexOf('@'))}`
export const maskPhone = (number: string): string => `${maskedText}${number.slice(-2)}`
