import { startTransition, Suspense, useState } from 'react'
import { lazyPart } from '#web/shared/later-part.tsx'
import { sessionKey } from '#web/lib/session-mark.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { SheetIntro } from './sheet-intro.tsx'

/** What checks the cells brings its own library, which the intro is shown without. */
const SheetWorkspace = lazyPart(async () => (await import('./sheet-workspace.tsx')).SheetWorkspace)

export function SheetPage() {
  const mark = sessionKey(useCurrentUser())
  return <SheetOfCompany key={mark} />
}

/** `left` is an intro that was come back to. */
type Mode = 'off' | 'on' | 'left'

function SheetOfCompany() {
  const [mode, setMode] = useState<Mode>('off')
  // The intro stays until the sheet can take its place.
  const enable = () => startTransition(() => setMode('on'))
  return (
    <Suspense>
      {mode === 'on' ? (
        <SheetWorkspace onLeave={() => setMode('left')} />
      ) : (
        <SheetIntro takesFocus={mode === 'left'} onNear={SheetWorkspace.preload} onEnable={enable} />
      )}
    </Suspense>
  )
}
