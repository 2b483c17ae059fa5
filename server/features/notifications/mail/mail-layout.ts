import { textOn } from '#contract/brand-color.ts'
import { escapeHtml } from '#server/platform/escape.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { MessageFacts } from '../notification-row.ts'

export type MailLink = { label: string; url: string }

/** How a company shows itself in its customers' mails. The URL of the logo is that of an attachment, or a data URL. */
export type MailBrand = { color: string | null; logoUrl: string | null; address: string | null }

/** The content of a mail, independent of its format. */
export type MailPage = {
  companyName: string
  subject: string
  /** Plain text; an empty line separates paragraphs. */
  body: string
  facts: MessageFacts | null
  /** Shown as a table below the text, in place of `facts`. */
  details?: readonly FactRow[]
  links: readonly MailLink[]
  footer: { why: string; link: MailLink | null }
  /** Only in mails to customers. */
  brand?: MailBrand | null
}

/**
 * A mail from Lockstep itself, with the sender of the installation: about accounts, quotas and security. What a company sets for
 * its own mails does not change it.
 */
export function composeLockstepMail(content: Omit<MailPage, 'companyName' | 'facts'>, to: string): Mail {
  const page = { ...content, companyName: 'Lockstep', facts: null }
  return {
    sender: { name: null, address: null },
    replyTo: null,
    to: [to],
    isToOwnPeople: true,
    subject: page.subject,
    text: renderMailText(page),
    html: renderMailHtml(page),
    unsubscribeUrl: null,
  }
}

export function renderMailHtml(page: MailPage): string {
  const rows = page.details ?? (page.facts ? factRows(page.facts) : [])
  return renderMailLayout(
    page,
    paragraphs(page.body),
    buttons(page.links, page.brand),
    rows.length > 0 ? factsTable(rows) : '',
  )
}

const factRows = ({ orderNumber, channelName, total }: NonNullable<MailPage['facts']>) => [
  { label: 'Order', value: orderNumber },
  { label: 'Bought at', value: channelName },
  { label: 'Total', value: total },
]

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

/** Colors are inline for mail clients without style sheets; those with style sheets also get a dark theme. */
const darkStyles = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0b1214 !important; } .card { background: #121a1d !important; border-color: #243034 !important; }
  .text { color: #eaeff1 !important; } .muted { color: #9facb0 !important; } .line { border-color: #243034 !important; }
  .link { color: #5fd1e1 !important; } .button { background: #5fd1e1 !important; color: #02171c !important; }
}
@media (max-width: 480px) { .inner { padding: 24px 20px !important; } }`

type Frame = Pick<MailPage, 'companyName' | 'subject' | 'footer' | 'brand'>

/** Layout of every mail: tables and inline styles, as mail clients require. Nothing is loaded from the network. */
export const renderMailLayout = (
  { companyName, subject, footer, brand }: Frame,
  ...pieces: string[]
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f6f7;">
<table ${table} class="page" style="background:#f3f6f7;"><tr><td align="center" style="padding:32px 12px;">
<table ${table} style="max-width:560px;">
<tr><td class="text" style="padding:0 4px 16px;font:600 16px/24px ${font};color:#101e23;">${logoImage(brand)}${escapeHtml(companyName)}</td></tr>
<tr><td class="card inner" style="padding:32px;background:#ffffff;border:1px solid #dbe1e3;${brand?.color ? `border-top:4px solid ${brand.color};` : ''}border-radius:12px;">
<h1 class="text" style="margin:0 0 20px;font:600 22px/28px ${font};color:#101e23;">${escapeHtml(subject)}</h1>
${pieces.join('')}
</td></tr>
${footerRow(footer, brand)}
</table>
</td></tr></table>
</body>
</html>`

/** Plain text; an empty line separates paragraphs. */
export const paragraphs = (body: string): string =>
  body
    .split(/\n{2,}/)
    .map(
      (text) =>
        `<p class="text" style="margin:0 0 16px;font:15px/24px ${font};color:#101e23;overflow-wrap:anywhere;">${linked(text)}</p>`,
    )
    .join('\n')

/** URLs in the text become links. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/)
    .map((part, index) => (index % 2 === 1 ? anchor({ label: part, url: part }) : escapeHtml(part)))
    .join('')
    .replaceAll('\n', '<br>')

const anchor = ({ label, url }: MailLink): string =>
  `<a class="link" href="${escapeHtml(url)}" style="color:#00687b;">${escapeHtml(label)}</a>`

/** In the company's color, with text that reads on it; the dark theme leaves such a button as it is. */
export function buttons(links: readonly MailLink[], brand?: MailBrand | null): string {
  const color = brand?.color ?? null
  const [fill, text, name] = color === null ? ['#00687b', '#ffffff', ' class="button"'] : [color, textOn(color), '']
  return links
    .map(
      ({ label, url }) => `
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px;"><tr><td${name} bgcolor="${fill}" style="border-radius:8px;background:${fill};">
<a${name} href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;font:600 15px/20px ${font};color:${text};text-decoration:none;">${escapeHtml(label)}</a>
</td></tr></table>`,
    )
    .join('')
}

/** On white also in the dark theme, where a dark logo on a transparent ground could not be seen. */
const logoImage = (brand: MailPage['brand']): string =>
  brand?.logoUrl
    ? `<img src="${escapeHtml(brand.logoUrl)}" alt="" height="40" style="display:block;height:40px;max-width:240px;margin:0 0 8px;padding:4px;border:0;border-radius:6px;background:#ffffff;">`
    : ''

/** `note` is shown below the value in small print. */
export type FactRow = { label: string; value: string; note?: string | null }

export const factsTable = (rows: readonly FactRow[], margin = '24px 0 0'): string =>
  `<table ${table} class="line" style="margin:${margin};border-top:1px solid #dbe1e3;">${rows
    .map(
      ({ label, value, note }) =>
        `<tr><td class="muted" valign="top" style="padding:12px 16px 0 0;font:14px/20px ${font};color:#505f64;white-space:nowrap;">${escapeHtml(label)}</td>` +
        `<td class="text" align="right" style="padding-top:12px;font:600 14px/20px ${font};color:#101e23;">${escapeHtml(value)}${
          note ? `<br><span class="muted" style="font-weight:400;color:#505f64;">${escapeHtml(note)}</span>` : ''
        }</td></tr>`,
    )
    .join('')}</table>`

const footerRow = (footer: MailPage['footer'], brand: MailPage['brand']): string =>
  `<tr><td class="muted" style="padding:16px 4px 0;font:13px/20px ${font};color:#505f64;">${escapeHtml(footer.why)}${
    footer.link ? ` ${anchor(footer.link)}` : ''
  }${brand?.address ? `<br>${escapeHtml(brand.address.replaceAll('\n', ', '))}` : ''}</td></tr>`

const lineOf = ({ label, url }: MailLink) => `${label}: ${url}`

/** The plain-text alternative. */
export function renderMailText({ body, details = [], links, footer, brand }: MailPage): string {
  const address = brand?.address ? [brand.address.replaceAll('\n', ', ')] : []
  const end = [footer.why, ...(footer.link ? [lineOf(footer.link)] : []), ...address].join('\n')
  const rows = details.map(({ label, value, note }) => `${label}: ${value}${note ? ` (${note})` : ''}`).join('\n')
  return [body, ...(rows ? [rows] : []), ...links.map(lineOf), `-- \n${end}`].join('\n\n')
}
