import { html } from 'lit';
import { define } from '../../app/define.ts';
import type { Control } from '../../controls/control.ts';
import { TodoItems } from './todo-items.ts';

define({ 'hearth-todo-items': TodoItems });

/** The to-do list. */
export const todoControl: Control = (view) => html`<hearth-todo-items .view=${view}></hearth-todo-items>`;
