import { Fragment } from 'react'
import { Kbd } from '#web/ui/kbd.tsx'
import type { Shortcut } from './shortcuts.ts'

export function ShortcutList({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2">
      {shortcuts.map(({ does, press }) => (
        <Fragment key={does}>
          <dt>{does}</dt>
          <dd className="flex flex-wrap justify-end gap-2">
            {press.map((chord) => (
              <span key={chord.join(' ')} className="flex gap-1">
                {chord.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </span>
            ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
