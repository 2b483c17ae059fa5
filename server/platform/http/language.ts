import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formatMessage, type Language, languages, type Message } from '#contract/i18n.ts'

/** Texts of `say` with their translations. */
export type Catalogs = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>

declare module 'fastify' {
  interface FastifyInstance {
    catalogs?: Catalogs
  }
  interface FastifyRequest {
    /** The language of the page that asks; English for machines. */
    language?: Language
  }
}

const yearSeconds = 31_536_000

/** `__Host-` where there is HTTPS, as the session cookie has it. */
export const cookiePrefixOf = (sessionCookieName: string) => (sessionCookieName.startsWith('__Host-') ? '__Host-' : '')

/** Sign-in writes it, and `web/shared/language-switch.tsx`: a page is sent before it is known who asks. */
const languageCookieName = (sessionCookieName: string) => `${cookiePrefixOf(sessionCookieName)}lockstep_language`

/** Lets replies be in the language of the page that asks. */
export function readLanguages(http: FastifyInstance, sessionCookieName: string, catalogs: Catalogs): void {
  const name = languageCookieName(sessionCookieName)
  http.decorate('catalogs', catalogs)
  http.decorateRequest('language', {
    getter(this: FastifyRequest) {
      // Fastify has no cookies yet where it refuses a malformed request.
      const chosen = (this.cookies as FastifyRequest['cookies'] | null)?.[name]
      return languages.find((language) => language === chosen) ?? 'en'
    },
  })
}

export function writeLanguageCookie(reply: FastifyReply, sessionCookieName: string, language: Language): void {
  void reply.setCookie(languageCookieName(sessionCookieName), language, {
    path: '/',
    sameSite: 'lax',
    secure: sessionCookieName.startsWith('__Host-'),
    maxAge: yearSeconds,
  })
}

/** A sentence in the reader's language; in English where there is no translation, as of what a vendor said. */
export function inReadersLanguage({ language = 'en', server }: FastifyRequest, message: Message): string {
  const catalog = server.catalogs?.[language]
  return formatMessage(message, language, (text) =>
    catalog && Object.hasOwn(catalog, text) ? (catalog[text] ?? text) : text,
  )
}
