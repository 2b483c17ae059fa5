import { cx } from 'class-variance-authority'
import Search from 'lucide-react/icons/search'
import { createContext, use } from 'react'
import { t } from '#contract/i18n.ts'
import { controlKey, Kbd } from '#web/ui/kbd.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

type SearchButtonProps = { isFolded: boolean; onOpen?: (() => void) | undefined }

export function SearchButton({ isFolded, onOpen }: SearchButtonProps) {
  const show = useShowOverlay()

  function open() {
    onOpen?.()
    show('search')
  }

  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={open}
      className={cx(
        'flex min-h-10 items-center gap-3 rounded-md border px-3 text-left text-muted transition-colors hover:border-line-strong hover:text-ink md:min-h-9',
        isFolded && 'justify-center',
      )}
    >
      <Search aria-hidden className="size-4.5 shrink-0" />
      <span className={isFolded ? 'sr-only' : 'flex-1'}>{t('Search')}</span>
      {!isFolded && (
        <span aria-hidden className="hidden gap-1 md:flex">
          <Kbd>{controlKey}</Kbd>
          <Kbd>K</Kbd>
        </span>
      )}
    </button>
  )
  return isFolded ? (
    <Tooltip content={t('Search')} side="right">
      {button}
    </Tooltip>
  ) : (
    button
  )
}

export type Overlay = 'search' | 'bell' | 'shortcuts' | 'sessions' | 'help'

export const ShowOverlay = createContext<(overlay: Overlay) => void>(() => undefined)

export const useShowOverlay = () => use(ShowOverlay)
