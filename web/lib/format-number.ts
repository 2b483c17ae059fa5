import { locale } from '#contract/i18n.ts'

const format = new Intl.NumberFormat(locale())

/** Such as "1,204". */
export const formatNumber = (count: number): string => format.format(count)
