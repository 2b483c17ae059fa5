import { join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { translate } from '../build/translate.ts'
import { root } from '../root.ts'
import { findMessages, findUnmarked } from './find-messages.ts'

const read = (code: string) => parseAst(code, { lang: 'tsx' })

describe('sentences in code', () => {
  it('are found with their values, also one inside the values of another', () => {
    const found = findMessages(
      read("t('Saved'); t('{shop}: {what}', { shop, what: t('sold out') }); t(`As it is`, values)"),
    )
    expect(found.map(({ text, values }) => [text, values])).toEqual([
      ['Saved', []],
      ['{shop}: {what}', ['shop', 'what']],
      ['sold out', []],
      ['As it is', null],
    ])
  })

  it.each(['t(text)', "t('Order ' + number)", 't(`Order ${number}`)', 't()'])('can’t be put together: %s', (code) => {
    expect(() => findMessages(read(code))).toThrow('written out')
  })

  it('are missed where people would see them in English only', () => {
    const unmarked = (code: string) => findUnmarked(read(code)).map(({ text }) => text)
    expect(unmarked('<p title="Sync now">Last sync: {when}</p>')).toEqual(['Sync now', 'Last sync:'])
    expect(unmarked("<Button label={'Save'} />")).toEqual(['Save'])
    expect(
      unmarked("<p className=\"text-sm\" title={t('Sync')}>{t('Now')} · 1,204 <code>LOCKSTEP_KEY</code></p>"),
    ).toEqual([])
  })
})

describe('the build of a language', () => {
  const build = (language: 'en' | 'de', code: string) => {
    const { transform } = translate(language)
    const handler = typeof transform === 'object' ? transform.handler : transform
    const file = join(root, 'web/features/not-found/not-found-page.tsx')
    return (handler as unknown as (code: string, id: string) => { code: string })(code, file).code
  }

  it('has each sentence in place, and no call where there is nothing to fill in', () => {
    expect(build('en', "a = t('Page not found') + t('{n} of {of}', { n, of: t('all') })")).toBe(
      'a = "Page not found" + t("{n} of {of}", { n, of: "all" })',
    )
  })

  it('fails for a sentence without a translation', () => {
    expect(() => build('de', "t('Nobody has translated this')")).toThrow(
      'web/features/not-found/messages.de.json lacks',
    )
  })
})
