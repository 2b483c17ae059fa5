import { parseAst, type Plugin } from 'vite'
import type { Language } from '#contract/i18n.ts'
import { readCatalogs } from '../messages/catalogs.ts'
import { findMessages } from '../messages/find-messages.ts'

/**
 * Vite plugin that writes each sentence in the language of the build where the code has `t('…')` (`contract/i18n.ts`). A sentence
 * without values needs no call any more. So every language loads as fast as English, and constants can hold sentences.
 */
export function translate(language: Language): Plugin {
  const catalogs = language === 'en' ? null : readCatalogs(language)
  return {
    name: 'translate',
    apply: 'build',
    transform: {
      filter: { id: /\.tsx?(\?.*)?$/, code: /\bt\(/ },
      handler(code, id) {
        const file = id.split('?')[0] ?? id
        let translated = code
        const messages = findMessages(parseAst(code, { lang: 'js' })).filter(({ name }) => name === 't')
        for (const { text, start, end, argument } of messages.toReversed()) {
          const literal = JSON.stringify(catalogs ? catalogs.translationOf(text, file) : text)
          const [from, to] = argument.isOnly ? [start, end] : [argument.start, argument.end]
          translated = translated.slice(0, from) + literal + translated.slice(to)
        }
        return { code: translated, map: null }
      },
    },
    transformIndexHtml: (page) => page.replace('<html lang="en"', `<html lang="${language}"`),
  }
}
