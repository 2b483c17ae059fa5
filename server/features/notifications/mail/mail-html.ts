import { buttons, factsTable, renderMailLayout, paragraphs } from './mail-layout.ts'
import type { MailPage } from './mail-page.ts'

export const renderMailHtml = (page: MailPage): string =>
  renderMailLayout(page, paragraphs(page.body), buttons(page.links), page.facts ? factsTable(factRows(page.facts)) : '')

const factRows = ({ orderNumber, channelName, total }: NonNullable<MailPage['facts']>) => [
  { label: 'Order', value: orderNumber },
  { label: 'Bought at', value: channelName },
  { label: 'Total', value: total },
]
