import Ban from 'lucide-react/icons/ban'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useRef, useState } from 'react'
import type { ApiKeyRow, NewApiKey } from '#contract/api-keys.ts'
import { useNow } from '#web/shared/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'
import { keyState } from './key-state.ts'
import { RevokeKeyDialog } from './revoke-key.tsx'
import { RotateKeyDialog } from './rotate-key.tsx'

type KeyMenuProps = { apiKey: ApiKeyRow; onMade: (key: NewApiKey) => void }

/** What can be done with a key that is good, or only replaced yet; with one that has ended there is nothing to do. */
export function KeyMenu({ apiKey, onMade }: KeyMenuProps) {
  const [asking, setAsking] = useState<'rotate' | 'revoke' | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const state = keyState(apiKey, useNow())

  /** The dialog gives the focus back to whoever has it now; the menu's item will be gone by then. */
  function ask(question: 'rotate' | 'revoke') {
    trigger.current?.focus()
    setAsking(question)
  }

  if ((state === 'expired' || state === 'revoked') && !asking) return null
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <Button ref={trigger} variant="quiet" size="icon" aria-label={`Actions for ${apiKey.name}`}>
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        {state === 'active' && (
          <DropdownMenuItem onSelect={() => ask('rotate')}>
            <RefreshCw aria-hidden />
            Rotate…
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={() => ask('revoke')}>
          <Ban aria-hidden />
          Revoke…
        </DropdownMenuItem>
      </DropdownMenu>
      {asking === 'rotate' && <RotateKeyDialog apiKey={apiKey} onMade={onMade} onClose={() => setAsking(null)} />}
      {asking === 'revoke' && <RevokeKeyDialog apiKey={apiKey} onClose={() => setAsking(null)} />}
    </>
  )
}
