import { Fragment } from 'react'
import { orderListKeys, orderSelectionKeys } from '#web/shared/shortcuts.ts'
import { Kbd } from '#web/ui/kbd.tsx'

/** For those with a keyboard; a phone has neither the keys nor the room. */
export function KeyHints({ canSelect }: { canSelect: boolean }) {
  const keys = canSelect ? [...orderListKeys, ...orderSelectionKeys] : orderListKeys
  return (
    <p className="ml-auto hidden items-center gap-1.5 text-sm text-muted lg:flex">
      {keys.map(
        ({ hint, press }) =>
          hint && (
            <Fragment key={hint}>
              {press.flat().map((key) => (
                <Fragment key={key}>
                  <Kbd>{key}</Kbd>{' '}
                </Fragment>
              ))}
              {hint}{' '}
            </Fragment>
          ),
      )}
    </p>
  )
}
