type ShopOrder = { externalNumber?: string | null; externalOrderId: string }

/** The number as the shop writes it, by which its customer knows the order: its id at the channel where it has no other. */
export const writtenShopNumber = ({ externalNumber, externalOrderId }: ShopOrder): string =>
  externalNumber ?? externalOrderId

/** The same without the `#` that some shops write before it. */
export const shopNumberOf = (order: ShopOrder): string => writtenShopNumber(order).replace(/^#/, '')

/** Such as "#1043 at Harbor & Pine Store". */
export const shopOrderText = ({ channelName, ...order }: ShopOrder & { channelName: string | null }): string =>
  `#${shopNumberOf(order)}${channelName ? ` at ${channelName}` : ''}`

/** Our number and the shop's, such as "LS-10231 · #1043 at Harbor & Pine Store". */
export const orderNumbersText = ({
  orderNumber,
  ...order
}: ShopOrder & { orderNumber: string; channelName: string | null }): string =>
  `${orderNumber} · ${shopOrderText(order)}`
