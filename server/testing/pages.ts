import { z } from 'zod'
import type { Browser } from './app.ts'

/** All pages of a list, by the links between them. */
export async function readAllPages<Row extends z.ZodType>(browser: Browser, firstPath: string, row: Row) {
  const pages: { rows: z.output<Row>[]; total: number }[] = []
  for (let path: string | undefined = firstPath; path;) {
    const { body, statusCode, headers } = await browser.get(path)
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`)
    pages.push({ rows: z.array(row).parse(JSON.parse(body)), total: Number(headers['x-total-count']) })
    path = /<(.+)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1]
  }
  return pages
}
