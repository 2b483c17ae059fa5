import { createHash, timingSafeEqual } from 'node:crypto'

/** Takes as long for a wrong secret as for the right one, whatever its length: two digests are compared. */
export const isSameSecret = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted))

const digest = (text: string) => createHash('sha256').update(text).digest()
