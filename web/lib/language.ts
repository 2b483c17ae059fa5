import { type Language, languages, setLanguage } from '#contract/i18n.ts'

/** The language of this build of the web app; the server sends the page of the person's language. */
export const language: Language = languages.find((one) => one === document.documentElement.lang) ?? 'en'

setLanguage(language)

/** Every sentence of the page is of its language, so another language is another page. */
export const reloadPage = (): void => window.location.reload()
