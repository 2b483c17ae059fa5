import { buttons, factsTable, mailLayout, paragraphs } from './mail-layout.ts'
import type { MailPage } from './mail-page.ts'

export const mailHtml = (page: MailPage): string =>
  mailLayout(page, paragraphs(page.body), buttons(page.links), page.facts ? factsTable(rowsOf(page.facts)) : '')

const rowsOf = ({ orderNumber, channelName, total }: NonNullable<MailPage['facts']>) => [
  { label: 'Order', value: orderNumber },
  { label: 'Bought at', value: channelName },
  { label: 'Total', value: total },
]
