import { useMutation } from '@tanstack/react-query'
import { authApi } from '#contract/auth.ts'
import { type Language, t } from '#contract/i18n.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { language, reloadPage } from '#web/lib/language.ts'
import { IconChoices } from '#web/ui/icon-choices.tsx'
import { toast } from '#web/ui/toast.ts'

/** In the language itself, for people who don't read the present one. */
const choices = [
  { value: 'en', label: 'English', Icon: () => <span aria-hidden>{'EN'}</span> },
  { value: 'de', label: 'Deutsch', Icon: () => <span aria-hidden>{'DE'}</span> },
] as const

/** The language of one's own screens, on every device; the page loads anew in it. */
export function LanguageSwitch({ onChosen = reloadPage }: { onChosen?: () => void }) {
  const { mutate } = useMutation({
    mutationFn: (chosen: Language) => call(authApi.setLanguage, { language: chosen }),
    onSuccess: (_user, chosen) => {
      document.cookie = languageCookie(chosen, window.location.protocol)
      onChosen()
    },
    onError: (error) => toast({ variant: 'destructive', title: t('Error'), description: errorMessage(error) }),
  })
  return <IconChoices label={t('Language')} choices={choices} value={language} onValueChange={mutate} />
}

const oneYear = 31_536_000

/** The server reads it and sends the page of this language; it writes the same at sign-in (`server/platform/http/web-app.ts`). */
export function languageCookie(chosen: Language, protocol: string): string {
  const isSecure = protocol === 'https:'
  const name = isSecure ? '__Host-lockstep_language' : 'lockstep_language'
  return `${name}=${chosen}; path=/; samesite=lax; max-age=${oneYear}${isSecure ? '; secure' : ''}`
}
