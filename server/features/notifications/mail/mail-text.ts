import type { MailLink, MailPage } from './mail-page.ts'

const lineOf = ({ label, url }: MailLink) => `${label}: ${url}`

/** For programs that show no HTML: the same words. */
export function renderMailText({ body, links, footer }: MailPage): string {
  const end = [footer.why, ...(footer.link ? [lineOf(footer.link)] : [])].join('\n')
  return [body, ...links.map(lineOf), `-- \n${end}`].join('\n\n')
}
