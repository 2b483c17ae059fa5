import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { type SheetColumn, sheetLabels } from '#contract/sheet.ts'
import { commitEdit, cancelEdit } from '../model/editing.ts'
import type { Motion } from '../model/selection.ts'
import type { Editing } from '../model/state.ts'
import { useSheetStore } from '../sheet-store.ts'
import { editorExit } from './editor-keys.ts'

type CellEditorProps = { column: SheetColumn; sku: string; text: string; mode: Editing['mode'] }

const keyboards = { price: 'decimal', quantity: 'numeric' } as const

/** Keeps what is typed to itself until it is left, so that typing draws nothing else anew. */
export function CellEditor({ column, sku, text, mode }: CellEditorProps) {
  const store = useSheetStore()
  const input = useRef<HTMLInputElement>(null)

  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), [])

  function leave(motion: Motion | null) {
    const typed = input.current?.value ?? ''
    store.update((state) => (motion ? commitEdit(state, typed, motion) : cancelEdit(state)))
    input.current?.closest<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return event.stopPropagation()
    const exit = editorExit(event, mode)
    if (exit === 'save') return leave({})
    event.stopPropagation()
    if (!exit) return
    event.preventDefault()
    leave(exit === 'give-up' ? null : exit)
  }

  return (
    <input
      ref={input}
      aria-label={`${sheetLabels[column]} of ${sku}`}
      defaultValue={mode === 'typing' ? '' : text}
      inputMode={column === 'price' || column === 'quantity' ? keyboards[column] : 'text'}
      autoComplete="off"
      spellCheck={false}
      onKeyDown={onKeyDown}
      onBlur={({ target }) => {
        // Going to another window and back is no reason to leave the cell.
        if (document.activeElement !== target) store.update((state) => commitEdit(state, target.value))
      }}
      className="absolute inset-0 w-full bg-raised px-2 text-lg text-ink outline-2 -outline-offset-2 outline-accent select-text md:text-sm"
    />
  )
}
