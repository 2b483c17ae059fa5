import { useState } from 'react'
import { sessionMark } from '#web/lib/session-mark.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { SheetIntro } from './sheet-intro.tsx'
import { SheetWorkspace } from './sheet-workspace.tsx'

export function SheetPage() {
  const mark = sessionMark(useCurrentUser())
  return <SheetOfCompany key={mark} />
}

/** `left` is an intro that was come back to. */
type Mode = 'off' | 'on' | 'left'

function SheetOfCompany() {
  const [mode, setMode] = useState<Mode>('off')
  return mode === 'on' ? (
    <SheetWorkspace onLeave={() => setMode('left')} />
  ) : (
    <SheetIntro takesFocus={mode === 'left'} onEnable={() => setMode('on')} />
  )
}
