import { t } from './i18n.ts'

type ShopOrder = { externalNumber?: string | null; externalOrderId: string }

/** What stands for the channel of orders that people enter. */
export const manualLabel = t('Manual')

/** What a filter by channel says for these orders. */
export const noChannel = 'none'

/** The number as the shop writes it, by which its customer knows the order: its id at the channel where it has no other. */
export const writtenShopNumber = ({ externalNumber, externalOrderId }: ShopOrder): string =>
  externalNumber ?? externalOrderId

/** The same without the `#` that some shops write before it. */
export const shopNumberOf = (order: ShopOrder): string => writtenShopNumber(order).replace(/^#/, '')

/** Such as "#1043 at Harbor & Pine Store". */
export const shopOrderText = ({ channelName, ...order }: ShopOrder & { channelName: string | null }): string =>
  channelName
    ? t('#{number} at {channel}', { number: shopNumberOf(order), channel: channelName })
    : `#${shopNumberOf(order)}`

/** Our number and the shop's, such as "LS-10231 · #1043 at Harbor & Pine Store"; an order entered by hand may have ours only. */
export const orderNumbersText = ({
  orderNumber,
  ...order
}: ShopOrder & { orderNumber: string; channelName: string | null }): string =>
  writtenShopNumber(order) === orderNumber ? orderNumber : `${orderNumber} · ${shopOrderText(order)}`
