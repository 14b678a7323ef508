// Made by `npm run replay-page` from client/ and style/.

export const pageScript = `"use strict";(()=>{function visibleText(text){return text.replace(/[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]/gu,mark)}var kept=new Set([\`
\`,"	","\\u200D"]);function mark(character){if(kept.has(character))return character;let code=character.codePointAt(
0)??0;return code<32?String.fromCodePoint(9216+code):code===127?"\\u2421":\`\\\\u{\${code.toString(16)}}\`}function element(name,attributes,...children){let made=document.createElement(name);for(let[key2,value]of Object.
entries(attributes))made.setAttribute(key2,visibleText(value));for(let child of children)child===void 0||child===
!1||made.append(typeof child=="string"?visibleText(child):child);return made}function byId(id,kind){let found=document.
getElementById(id);if(found instanceof kind)return found;throw new Error(\`#\${id} is missing\`)}var svg="http://\\
www.w3.org/2000/svg";function icon(name){let made=document.createElementNS(svg,"svg");made.setAttribute("class",
\`icon \${name}\`),made.setAttribute("aria-hidden","true");let use=document.createElementNS(svg,"use");return use.
setAttribute("href",\`#icon-\${name}\`),made.append(use),made}function isTyping(event){if(event.ctrlKey||event.metaKey||
event.altKey)return!0;let{target:target2}=event;return target2 instanceof HTMLSelectElement||target2 instanceof
HTMLInputElement&&target2.type!=="checkbox"}function signatureMarks(run){let marks=new Map,taken=new Set,see=signature=>{if(signature===void 0||signature===
""||marks.has(signature))return;let hue=hueOf(signature);for(;taken.has(hue)&&taken.size<12;)hue=(hue+5)%12;taken.
add(hue),marks.set(signature,{hue_class:\`hue-\${hue}\`,letter:letterOf(marks.size),short:signature.replace(/^\\w{1,16}:/,
"").slice(0,7)})};for(let turn of run.timeline){for(let call of turn.calls)see(call.signature);see(turn.failing?.
signature);for(let trip of turn.trips)see(trip.signature)}for(let trip of run.trips)see(trip.signature);return marks}
function hueOf(signature){let hash=2166136261;for(let index=0;index<signature.length;index+=1)hash=Math.imul(hash^
signature.charCodeAt(index),16777619);return(hash>>>0)%997%12}function letterOf(index){let last=String.fromCodePoint(
65+index%26);return index<26?last:letterOf(Math.floor(index/26)-1)+last}function figure(count){return String(Math.round(count)).replace(/\\B(?=(?:\\d{3}){1,8}$)/g,"\\u202F")}function roundFigure(count){
return count>=995e4?\`\${figure(count/1e6)}\\u202FM\`:count>=999500?\`\${(count/1e6).toFixed(1)}\\u202FM\`:count>=1e4?
\`\${figure(count/1e3)}\\u202Fk\`:figure(count)}function countOf(count,noun){return\`\${figure(count)} \${noun}\${count===
1?"":"s"}\`}function runFacts(run){return facts(run).flatMap(fact2=>[fact2,new Text(" ")])}function facts(run){let[first]=run.
trips,length=amount({turns:run.turns,tokens:run.tokens});if(first===void 0)return[fact("",\`\${length}. The dete\\
ctor would have said nothing.\`)];let stop=run.trips.find(({hard_stop})=>hard_stop);return[fact("",\`\${length}, \${countOf(
run.trips.length,"trip")}.\`),fact("at-stake",\`At stake after the first trip, at turn \${first.turn}: \${amount(run.
after_trip)}.\`),...stop===void 0?[]:[fact("at-stake hard",\`After the hard stop at turn \${stop.turn}: \${amount(
run.after_hard_stop)}, an upper bound.\`)],ending(run)]}function ending(run){return run.recovered_after_hard_stop?
fact("harm","Harm: the run went on to pass after a hard stop would have ended it."):run.recovered_after_trip?fact(
"recovered","The run recovered: it went on to pass after a trip."):fact("","The run did not pass after it had \\
tripped.")}function amount({turns,tokens}){return countOf(turns,"turn")+(tokens===void 0?"":\` and \${roundFigure(
tokens)} tokens\`)}function fact(name,text){return element("span",{class:name},text)}function turnFacts(turn,run){let checks=turn.calls.filter(({role})=>role==="check"||role==="edit_and_check"),failed=checks.
filter(({outcome})=>outcome==="failed"),seen=failed.find(({signature})=>signature!==void 0)?.signature;return{
edits:turn.calls.filter(({role})=>role==="edit"||role==="edit_and_check").length,passed:checks.filter(({outcome})=>outcome===
"ok").length,failed:failed.length,others:turn.calls.filter(({role})=>role==="observation").length,failing:turn.
failing?.signature??seen??"",is_seen:seen!==void 0,trip:tripOf(turn),stake:stakeOf(turn.turn,run)}}function tripOf({
trips}){return trips.length===0?"none":trips.some(({hard_stop})=>hard_stop)?"hard_stop":"nudge"}function stakeOf(turn,{
trips}){return trips.some(trip=>trip.hard_stop&&trip.turn<turn)?"after_hard_stop":trips.some(trip=>trip.turn<turn)?
"after_trip":"none"}var lanes=["Turn","Trips","Failing","Checks","Edits","Other"];function arrange(cells,columns){let lines=[],used=Number.
POSITIVE_INFINITY;for(let cell of cells)used+cell.columns>columns&&(lines.push([]),used=0),lines.at(-1)?.push(
cell),used+=cell.columns;return lines.map(line=>element("div",{class:"stave"},gutter(),...line.map(({node})=>node)))}
function gutter(){let names=lanes.map(name=>element("span",{},name));return element("span",{class:"gutter","ar\\
ia-hidden":"true"},...names)}function turnCell(turn,run,marks){let facts2=turnFacts(turn,run),mark2=marks.get(facts2.failing);return element(
"button",{type:"button",class:["turn",...stakeClasses[facts2.stake]].join(" "),tabindex:"-1","aria-label":describe(
turn,facts2,mark2)},element("span",{class:turn.turn%5===0||turn.turn===1?"at":"at minor"},String(turn.turn)),lane(
facts2.trip==="none"?void 0:icon(facts2.trip==="nudge"?"nudge":"hard-stop")),failing(facts2,mark2),lane(facts2.
failed>0?icon("fail"):facts2.passed>0?icon("pass"):void 0,facts2.failed+facts2.passed),lane(facts2.edits>0?icon(
"edit"):void 0,facts2.edits),lane(facts2.others>0?icon("other"):void 0,facts2.others))}var stakeClasses={none:[],
after_trip:["stake"],after_hard_stop:["stake","hard"]};function lane(mark2,count=1){return element("span",{class:"\\
lane"},mark2,count>1&&element("small",{},count>9?"9+":String(count)))}function failing({is_seen},mark2){if(mark2===
void 0)return element("span",{class:"lane"});let band=element("span",{class:\`lane sig \${mark2.hue_class}\${is_seen?
"":" held"}\`});return is_seen&&band.append(mark2.letter),band}function describe(turn,facts2,mark2){return[\`Tur\\
n \${turn.turn}\`,...turn.trips.map(({hard_stop,pattern})=>\`\${hard_stop?"hard stop":"nudge"}: \${pattern}\`),facts2.
edits>0&&countOf(facts2.edits,"edit"),facts2.failed>0&&\`\${countOf(facts2.failed,"check")} failed\`,facts2.passed>
0&&\`\${countOf(facts2.passed,"check")} passed\`,facts2.others>0&&countOf(facts2.others,"other call"),mark2!==void 0&&
\`failing: \${mark2.letter}, \${mark2.short}\`,turn.failing!==void 0&&\`streak \${turn.failing.streak}\`,facts2.stake===
"after_trip"&&"at stake",facts2.stake==="after_hard_stop"&&"after a hard stop"].filter(part=>part!==!1).join("\\
; ")}function showTimeline(container,run,marks,show){let turns=run.timeline,buttons=turns.map(turn=>turnCell(turn,run,
marks)),cells=turns.flatMap((turn,index)=>{let cell={node:buttons[index]??element("span",{}),columns:1};return(turn.
omitted??0)>0?[{node:gap(turn,run),columns:2},cell]:[cell]}),selected=Math.max(0,turns.findIndex(({trips})=>trips.
length>0)),columns=0,wishes=new AbortController,listen={signal:wishes.signal},layOut=()=>{let next=columnsOf(container);
if(next===columns)return;columns=next;let focused=document.activeElement;container.replaceChildren(...arrange(
cells,columns)),focused instanceof HTMLElement&&container.contains(focused)&&focused.focus()},look=index=>{let turn=turns[index];
turn!==void 0&&show(turn)},select=(index,focus)=>{let[before,after]=[buttons[selected],buttons[index]];after!==
void 0&&(before?.removeAttribute("aria-current"),before!==void 0&&(before.tabIndex=-1),after.setAttribute("ari\\
a-current","true"),after.tabIndex=0,selected=index,look(index),focus&&(after.focus({preventScroll:!0}),after.scrollIntoView(
{block:"nearest",inline:"nearest"})))},indexOf=({target:target2})=>{let button=target2 instanceof Element?target2.
closest("button"):null;return buttons.findIndex(candidate=>candidate===button)};container.addEventListener("cl\\
ick",event=>select(indexOf(event),!0),listen),container.addEventListener("pointerover",event=>{event.pointerType===
"mouse"&&indexOf(event)>=0&&look(indexOf(event))},listen),container.addEventListener("pointerleave",()=>look(selected),
listen);let watcher=new ResizeObserver(layOut);return layOut(),watcher.observe(container),select(selected,!0),
{press:event=>{let to=target(event.key,selected,columns,turns);to!==void 0&&(event.preventDefault(),select(to,
!0))},stop:()=>{wishes.abort(),watcher.disconnect()}}}function target(key2,from,columns,turns){let last=turns.
length-1;switch(key2){case"ArrowRight":return Math.min(last,from+1);case"ArrowLeft":return Math.max(0,from-1);case"\\
ArrowDown":return Math.min(last,from+columns);case"ArrowUp":return Math.max(0,from-columns);case"Home":return 0;case"\\
End":return last;case"t":return orNone(turns.findIndex(({trips},index)=>index>from&&trips.length>0));case"T":return orNone(
turns.findLastIndex(({trips},index)=>index<from&&trips.length>0));default:return}}function orNone(index){return index<
0?void 0:index}function gap(next,run){let{omitted=0,turn}=next,classes=["gap",...stakeClasses[turnFacts(next,run).
stake]].join(" "),label=\`\${countOf(omitted,"turn")} before turn \${turn} left out\`;return element("span",{class:classes,
role:"note",title:label,"aria-label":label},\`\${omitted}\`)}function columnsOf(container){let style=getComputedStyle(
container),length=name=>Number.parseFloat(style.getPropertyValue(name));return Math.max(4,Math.floor((container.
clientWidth-2*length("padding-left")-length("--gutter"))/length("--column")))}function showTurn(turn,run,marks){let{stake}=turnFacts(turn,run),tokens=turn.tokens===void 0?"":\`, \${roundFigure(
turn.tokens)} tokens\`;return[element("h3",{},\`Turn \${turn.turn}\`,element("small",{},\` of \${run.turns}\${tokens}\`),
stake!=="none"&&element("span",{class:\`badge \${stake}\`},stakeNames[stake])),...turn.trips.map(trip=>tripBox(trip,
marks)),...turn.text.trim()===""?[]:[element("blockquote",{},element("bdi",{},turn.text))],...turn.calls.length===
0?[element("p",{class:"none"},"No tool was called.")]:[],element("ol",{class:"calls"},...turn.calls.map(call=>callItem(
call,marks))),...turn.failing===void 0?[]:[failing2(turn.failing,marks)]]}var stakeNames={after_trip:"at stake",
after_hard_stop:"after a hard stop"};function tripBox({hard_stop,pattern,signature,streak},marks){return element(
"p",{class:\`trip-box \${hard_stop?"hard-stop":"nudge"}\`},icon(hard_stop?"hard-stop":"nudge"),element("span",{},
element("b",{},hard_stop?"Hard stop":"Nudge")," ",element("code",{},pattern)),element("span",{class:"more"},\`s\\
treak \${streak} \`,signatureChip(signature,marks)))}function callItem(call,marks){let{role,outcome,check_id,signature,
snippet}=call;return element("li",{class:outcome},element("p",{class:"call"},icon(iconOf(call)),element("b",{},
element("bdi",{},call.tool)),element("span",{class:"more"},roleNames[role],outcome==="none"?"":\`, \${outcome} \`,
signatureChip(signature,marks))),call.summary!==""&&element("code",{class:"summary",dir:"auto"},call.summary),
check_id!==void 0&&element("p",{class:"more"},"check ",element("code",{},check_id)),snippet!==void 0&&snippet!==
""&&element("pre",{tabindex:"0",dir:"auto"},snippet))}var roleNames={edit:"edit",check:"check",edit_and_check:"\\
edit and check",observation:"other call"};function iconOf({role,outcome}){return role==="edit"?"edit":role==="\\
observation"?"other":outcome==="failed"?"fail":outcome==="ok"?"pass":"other"}function failing2({check_id,signature,
streak},marks){return element("p",{class:"after"},"Failing after this turn: ",element("code",{},check_id)," ",
signatureChip(signature,marks),\` streak \${streak}\`)}function signatureChip(signature,marks){let mark2=marks.get(
signature??"");return mark2===void 0?!1:element("span",{class:"chip",title:signature??""},element("b",{class:\`\\
sig \${mark2.hue_class}\`},mark2.letter),element("code",{},mark2.short))}function startRunDialog({shown,closed}){let dialog=byId("run-dialog",HTMLDialogElement),previous=byId("previou\\
s-run",HTMLButtonElement),next=byId("next-run",HTMLButtonElement),current=-1,timeline,open=index=>{let run=readRun(
index);if(run===void 0)return;current=index,history.replaceState(null,"",\`#run=\${index}\`),byId("run-title",HTMLElement).
replaceChildren(element("bdi",{},run.id)),byId("run-origin",HTMLElement).replaceChildren(element("bdi",{},[run.
source,run.agent,run.model].filter(Boolean).join(" \\xB7 "))),byId("run-facts",HTMLElement).replaceChildren(...runFacts(
run));let order2=shown();previous.disabled=order2[0]===index,next.disabled=order2.at(-1)===index,dialog.open||
dialog.showModal();let marks=signatureMarks(run),details=byId("details",HTMLElement);timeline?.stop(),timeline=
showTimeline(byId("timeline",HTMLElement),run,marks,turn=>{details.replaceChildren(...showTurn(turn,run,marks)),
details.scrollTop=0})},step=by=>{let order2=shown(),to=order2[order2.indexOf(current)+by];to!==void 0&&open(to)};
return previous.addEventListener("click",()=>step(-1)),next.addEventListener("click",()=>step(1)),byId("close-\\
run",HTMLButtonElement).addEventListener("click",()=>dialog.close()),dialog.addEventListener("click",event=>{event.
target===dialog&&dialog.close()}),dialog.addEventListener("close",()=>{timeline?.stop(),timeline=void 0,history.
replaceState(null,""," "),closed(current)}),dialog.addEventListener("keydown",event=>{isTyping(event)||(event.
key==="n"?step(1):event.key==="p"?step(-1):timeline?.press(event))}),{open}}function readRun(index){let text=document.
getElementById(\`data-\${index}\`)?.textContent;return text==null?void 0:JSON.parse(text)}function fits(run,{words,pattern,source,only_tripped}){return(!only_tripped||run.trips>0)&&(pattern===""||run.
patterns.includes(pattern))&&(source===""||run.source===source)&&words.every(word=>run.text.includes(word))}var keys=[
["stake","turns at stake"],["turns","turns"],["tokens","tokens"],["edits","edits"],["checks","checks"],["first",
"turn of the first trip"]],first_order="stake down",orders=[{value:"",name:"as read"},...keys.flatMap(([key2,name])=>[
{value:\`\${key2} down\`,name:\`\${name}, most first\`},{value:\`\${key2} up\`,name:\`\${name}, fewest first\`}])];function compareBy(key2,is_down){
return key2===""?(left,right)=>left.index-right.index:(left,right)=>{let[one,other]=[valueOf(left,key2),valueOf(
right,key2)];return one===other?left.index-right.index:one===void 0?1:other===void 0?-1:is_down?other-one:one-
other}}function valueOf({row},key2){let text=row.dataset[key2]??"";return text===""?void 0:Number(text)}function startRunTable(open){let body=document.querySelector("tbody"),runs=[...document.querySelectorAll("tbod\\
y > tr")].map(readRow),find=byId("find",HTMLInputElement),pattern=byId("pattern",HTMLSelectElement),source=byId(
"source",HTMLSelectElement),order2=byId("order",HTMLSelectElement),tripped=byId("tripped",HTMLInputElement),shown=runs,
current,update=()=>{let filter={words:find.value.toLowerCase().split(/\\s+/).filter(Boolean),pattern:pattern.value,
source:source.value,only_tripped:tripped.checked};shown=runs.filter(run=>fits(run,filter));let wanted=new Set(
shown);for(let run of runs)run.row.hidden=!wanted.has(run);byId("shown",HTMLElement).textContent=shown.length===
runs.length?\`\${runs.length} runs\`:\`\${shown.length} of \${runs.length} runs\`,byId("nothing",HTMLElement).hidden=
shown.length>0||runs.length===0,takeFocus(shown[0]?.link)},sort=()=>{let[key2="",direction=""]=order2.value.split(
" ");runs.sort(compareBy(key2,direction==="down")),body?.append(...runs.map(({row})=>row));for(let header of document.
querySelectorAll("th"))key2!==""&&header.querySelector("button")?.dataset.key===key2?header.setAttribute("aria\\
-sort",direction==="down"?"descending":"ascending"):header.removeAttribute("aria-sort");update()};order2.append(
...orders.map(({value,name})=>element("option",{value},name))),fill(pattern,runs.flatMap(({patterns})=>patterns)),
fill(source,runs.map(run=>run.source));for(let control of[find,pattern,source,tripped])control.addEventListener(
"input",update);find.addEventListener("search",update),find.addEventListener("keydown",event=>{event.key!=="Es\\
cape"||event.isComposing||(event.preventDefault(),find.value===""&&find.blur(),find.value="",update())}),order2.
addEventListener("input",sort);for(let button of document.querySelectorAll("th button"))button.addEventListener(
"click",()=>{let{key:key2=""}=button.dataset;order2.value=order2.value===\`\${key2} down\`?\`\${key2} up\`:\`\${key2} \\
down\`,sort()});body?.addEventListener("click",event=>{let row=event.target instanceof Element?event.target.closest(
"tr"):null,run=runs.find(candidate=>candidate.row===row);run===void 0||event.ctrlKey||event.metaKey||(getSelection()?.
toString()??"")!==""||(event.preventDefault(),takeFocus(run.link),open(run.index))}),addEventListener("keydown",
event=>{if(event.ctrlKey||event.metaKey||event.altKey||document.querySelector("dialog[open]")!==null)return;let link=linkToward(
event.key);link!==void 0&&(event.preventDefault(),takeFocus(link),link.focus())});for(let{link}of runs)link.tabIndex=
-1;return find.form?.addEventListener("submit",event=>event.preventDefault()),order2.value=first_order,sort(),
{shown:()=>shown.map(({index})=>index),focus:index=>{let run=runs.find(candidate=>candidate.index===index);takeFocus(
run?.link),run?.link.focus()}};function linkToward(key2){let active=document.activeElement,at=shown.findIndex(
({link})=>link===active);if(at<0){let is_page=active===null||active===document.body||active.id==="runs";return(key2===
"ArrowDown"?is_page||active===find:key2==="ArrowUp"&&is_page)?current:void 0}let to={ArrowDown:at+1,ArrowUp:at-
1,Home:0,End:shown.length-1}[key2];return to===void 0?void 0:shown[to]?.link}function takeFocus(link){current!==
void 0&&(current.tabIndex=-1),link!==void 0&&(link.tabIndex=0),current=link}}function readRow(row,index){let link=row.
querySelector("a");if(link===null)throw new Error("a row has no link");let{patterns="",source="",trips="0"}=row.
dataset;return{row,link,index,source,patterns:patterns.split(" ").filter(Boolean),trips:Number(trips),text:\`\${row.
cells[0]?.textContent} \${patterns}\`.toLowerCase()}}var most_options=60;function fill(select,values){let counts=new Map;
for(let value of values)counts.set(value,(counts.get(value)??0)+1);let ranked=[...counts].toSorted(([,left],[,
right])=>right-left).slice(0,most_options);select.append(...ranked.map(([value,count])=>element("option",{value},
\`\${value} (\${count})\`)))}var key="proofloop-replay-theme",order=["system","light","dark"];function restoreTheme(){apply(remembered())}function startTheme(){
let button=byId("theme",HTMLButtonElement),theme=remembered(),show=()=>{button.textContent=\`Theme: \${theme}\`};
show(),button.addEventListener("click",()=>{theme=order[(order.indexOf(theme)+1)%order.length]??"system",apply(
theme),show();try{localStorage.setItem(key,theme)}catch{}})}function apply(theme){document.documentElement.dataset.
theme=theme}function remembered(){try{let stored=localStorage.getItem(key);return order.find(theme=>theme===stored)??
"system"}catch{return"system"}}document.documentElement.classList.add("js");restoreTheme();addEventListener("DOMContentLoaded",()=>{startTheme();
let dialog=startRunDialog({shown:()=>table.shown(),closed:index=>table.focus(index)}),table=startRunTable(dialog.
open);startKeys();let asked=/^#run=(\\d{1,9})$/.exec(location.hash)?.[1];asked!==void 0&&dialog.open(Number(asked))});
function startKeys(){let keys2=byId("keys-dialog",HTMLDialogElement),find=byId("find",HTMLInputElement);byId("\\
show-keys",HTMLButtonElement).addEventListener("click",()=>keys2.showModal()),byId("close-keys",HTMLButtonElement).
addEventListener("click",()=>keys2.close()),addEventListener("keydown",event=>{isTyping(event)||(event.key==="\\
?"?(event.preventDefault(),keys2.open||keys2.showModal()):event.key==="/"&&document.querySelector("dialog[open\\
]")===null&&(event.preventDefault(),find.focus(),find.select()))})}})();
`

export const pageStyles = `:root{color-scheme:light dark;--paper: light-dark(#fafaf8, #141618);--surface: light-dark(#ffffff, #1b1e21);--raised:
light-dark(#f1f1ee, #24282c);--line: light-dark(#dfdfda, #33383d);--ink: light-dark(#1d2023, #e9eaeb);--soft: light-dark(#565d65,
#a6aeb6);--accent: light-dark(#1f5a8a, #8cc2ee);--good: light-dark(#1d6b45, #74cf9f);--bad: light-dark(#a8261d,
#ff9c90);--warn: light-dark(#8a5200, #f2b95c);--stake: light-dark(#fbeed3, #2d2718);--stake-hard: light-dark(#f8dfcf,
#38241d);--hatch: light-dark(#f0cdb8, #45302a);--hatched: repeating-linear-gradient(-45deg, var(--stake-hard) 0
5px, var(--hatch) 5px 6px);--sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;--mono:
ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;--edge: clamp(1rem, 4vw,
3rem);font:100%/1.5 var(--sans)}:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}[hidden]{display:none!important}body{margin:0;background:var(--paper);color:var(--ink);
font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}.page-head,main,.page-foot{max-width:78rem;margin-inline:auto;
padding-inline:var(--edge)}main{outline:none}:focus-visible{outline:2px solid var(--accent);outline-offset:2px;
border-radius:3px}h1,h2,h3,p,dl,dd,ol,blockquote,pre{margin:0;padding:0}code,kbd,pre{font-family:var(--mono);font-size:.9em}
.skip{position:absolute;left:var(--edge);top:-4rem;padding:.5rem 1rem;background:var(--surface);color:var(--accent);
z-index:3}.skip:focus{top:.5rem}.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.sheet{position:absolute}.icon{width:.95em;height:.95em;flex:none;vertical-align:-.12em}.icon.nudge{color:var(--warn)}
.icon.hard-stop,.icon.fail{color:var(--bad)}.icon.pass{color:var(--good)}.icon.edit{color:var(--accent)}.icon.other{
color:var(--soft)}.hole{fill:var(--surface)}button,input,select{font:inherit;color:inherit}button{min-height:2rem;
padding:.2rem .75rem;border:1px solid var(--line);border-radius:6px;background:var(--surface);cursor:pointer}button:hover:not(:disabled){
border-color:var(--soft)}button:disabled{color:var(--soft);cursor:default;opacity:.6}.quiet{font-size:.8125rem}
kbd{padding:.05em .4em;border:1px solid var(--line);border-bottom-width:2px;border-radius:4px;background:var(--raised);
font-size:.75rem}.page-head{padding-block:1.25rem 0}.bar{display:flex;justify-content:space-between;align-items:center;
gap:1rem}.brand{white-space:nowrap;color:var(--soft);letter-spacing:.01em}.brand b{color:var(--ink);font-weight:600}
.tools{display:flex;flex-wrap:wrap;gap:.5rem}html:not(.js) :is(.tools,.filters){display:none}h1{margin-top:clamp(1.5rem,5vw,3rem);
font-size:clamp(1.5rem,1rem + 2.4vw,2.375rem);font-weight:650;line-height:1.15;letter-spacing:-.02em;text-wrap:balance;
overflow-wrap:anywhere}.lede{max-width:46rem;margin-top:.75rem;color:var(--soft);text-wrap:pretty}.lede em,.stake-sum
em{white-space:nowrap;font-style:normal;color:var(--ink);background:var(--stake);padding:.05em .3em;border-radius:3px}
.totals{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:1.5rem 2rem;margin-top:2.25rem}
.totals dt{font-size:.8125rem;color:var(--soft)}.totals b{display:block;font-size:1.75rem;font-weight:600;line-height:1.2;
letter-spacing:-.02em}.totals span{display:block;font-size:.8125rem;line-height:1.35;color:var(--soft)}.totals
.harm b{color:var(--bad)}.stake-sum{margin-top:2rem;padding-top:1.25rem;border-top:1px solid var(--line)}.stake-sum
p{max-width:52rem;text-wrap:pretty}.stake-bar{display:block;width:100%;height:10px;margin-top:.75rem;border-radius:5px}
.stake-bar .all{fill:light-dark(#d5d7d8,#3a4046)}.stake-bar .stake{fill:light-dark(#e0a63e,#c08a2e)}.stake-bar
.hard{fill:light-dark(#b84f2c,#d9694a)}.page-foot{padding-block:1.5rem 4rem;font-size:.8125rem;color:var(--soft)}
.page-foot p+p{margin-top:.5rem}.page-foot p:first-child,.legend{display:flex;flex-wrap:wrap;gap:.35rem 1.1rem}
.page-foot p span,.legend span{white-space:nowrap}.key{display:inline-block;width:.7em;height:.9em;vertical-align:-.1em;
border-radius:2px}.key.sig{width:.4em;margin-right:1px}.key.pass{height:.45em;vertical-align:.1em;background:var(--good)}
.key.edit{width:.25em;background:var(--accent)}.key.stake{width:1.2em;background:var(--stake);box-shadow:inset
0 0 0 1px var(--line)}.key.stake.hard{background:var(--hatched)}.note{padding:1.5rem 0;color:var(--soft)}@media(pointer:coarse){
#show-keys{display:none}}#keys-dialog{width:min(26rem,100vw - 2rem);padding:1.5rem;border:1px solid var(--line);
border-radius:12px;background:var(--surface);color:var(--ink)}#keys-dialog dl{margin-block:1rem 1.25rem}#keys-dialog
dl div{display:grid;grid-template-columns:7rem 1fr;padding-block:.25rem}html:has(dialog[open]){overflow:hidden}
dialog h2{font-size:1.25rem;line-height:1.3;letter-spacing:-.01em}dialog::backdrop{background:#0a0c0e8c}.sig{--strong: light-dark(oklch(.47 .13 var(--hue)), oklch(.79 .12 var(--hue)));--weak: light-dark(oklch(.86 .06
var(--hue)), oklch(.42 .07 var(--hue)));background:var(--strong);color:light-dark(#ffffff,#101214);fill:var(--strong)}
.held{background:var(--weak)}.hue-0{--hue: 15}.hue-1{--hue: 45}.hue-2{--hue: 75}.hue-3{--hue: 105}.hue-4{--hue:
135}.hue-5{--hue: 165}.hue-6{--hue: 195}.hue-7{--hue: 225}.hue-8{--hue: 255}.hue-9{--hue: 285}.hue-10{--hue: 315}
.hue-11{--hue: 345}.filters{display:flex;flex-wrap:wrap;align-items:end;gap:.75rem 1rem;margin-top:2.5rem;padding-block:.75rem;font-size:.875rem}
.filters label>span{display:block;font-size:.8125rem;color:var(--soft)}.filters input[type=search],.filters select{
width:100%;min-height:2.25rem;padding:.25rem .6rem;border:1px solid light-dark(#8d949b,#6b737b);border-radius:6px;
background:var(--surface)}.filters select{max-width:15rem}.filters .find{flex:1 1 14rem}.filters .only{padding-block:.45rem}
.shown{margin-left:auto;padding-block:.45rem;color:var(--soft)}.runs,.runs :is(thead,tbody){display:block}.runs{
font-size:.875rem}.runs tr{display:grid;grid-template-columns:minmax(10rem,2fr) 12rem 2.75rem 2.5rem 4rem minmax(10rem,1fr)
4rem 3.75rem 7rem;gap:1rem;align-items:center}.runs tbody tr{content-visibility:auto;contain-intrinsic-block-size:auto
3.4rem;padding-block:.5rem;border-top:1px solid var(--line)}.runs :is(th,td){display:block;min-width:0;padding:0;
text-align:left;overflow-wrap:anywhere}.runs thead{position:sticky;top:0;z-index:1;padding-block:.4rem;background:var(--paper)}
.runs th{font-weight:500;font-size:.8125rem;color:var(--soft);white-space:nowrap}.runs th button{min-height:0;
padding:.15rem 0;border:0;background:none;font:inherit;text-decoration:underline dotted 1px;text-underline-offset:.25em}
.runs th[aria-sort] button{color:var(--ink);text-decoration:none}.runs th[aria-sort=descending] button:after{content:"\\
 \\2193"}.runs th[aria-sort=ascending] button:after{content:" \\2191"}.runs .number{text-align:right;white-space:nowrap}
.runs td small{display:block;font-size:.75rem;line-height:1.35;color:var(--soft)}.runs .run a{scroll-margin-block:4rem;
color:inherit;font-weight:600;text-decoration:none}.runs .run small{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;
-webkit-line-clamp:2}.js .runs tbody tr{cursor:pointer}.js .runs tbody tr:hover,.js .runs tbody tr:focus-within{
background:var(--surface)}.js .runs tbody tr:is(:hover,:focus-within) a{color:var(--accent);text-decoration:underline}
.none{color:var(--soft)}td.outcome{line-height:1.7}.badge{display:inline-block;padding:.05rem .5rem;border:1px
solid currentcolor;border-radius:99px;font-size:.75rem;font-weight:500;line-height:1.45;white-space:nowrap}.badge.recovered{
color:var(--good)}.badge.hard-stop{color:var(--bad)}.badge.harm{border-color:var(--bad);background:var(--bad);
color:var(--surface)}.strip{display:block;overflow:visible}.strip .stake{fill:var(--stake)}.strip .stake.hard{
fill:var(--stake-hard)}.strip .pass{fill:var(--good)}.strip .edit{fill:var(--accent)}.strip .nudge{fill:var(--warn)}
.strip :is(.hard_stop,.failed){fill:var(--bad)}.strip :is(.idle,.gap){fill:light-dark(#b9bdc1,#4c5359)}.order{
display:none}@media(width<72rem){.order{display:block}.runs thead{position:absolute;width:1px;height:1px;overflow:hidden;
clip-path:inset(50%)}.runs tbody tr{display:flex;flex-wrap:wrap;align-items:baseline;gap:.15rem 1rem;contain-intrinsic-block-size:auto
10rem;padding-block:.9rem}.runs .run{flex:1 1 60%}.runs .picture{flex:1 0 100%;order:1;padding-block:.5rem .35rem}
.runs .outcome{flex:none}.runs .number,.runs .trip{order:2;text-align:left;white-space:normal}.runs .trip{flex:1
0 100%;order:3}.runs td[data-label]:before{content:attr(data-label) " ";color:var(--soft);font-size:.75rem}.runs
td:not(.run) small{display:inline}.runs .number small:before{content:"\\b7  "}}@media(width<40rem){.filters>label:not(.only){
flex:1 1 9rem}.filters select{max-width:none}.filters>label.find{flex-basis:100%}}#run-dialog{width:min(78rem,100vw - 3rem);height:fit-content;min-height:min(32rem,100dvh - 3rem);max-width:none;
max-height:calc(100dvh - 3rem);margin-block:1.5rem auto;padding:0;overflow:hidden;border:0;border-radius:14px;
box-shadow:0 0 0 1px var(--line);background:var(--surface);color:var(--ink)}.run-view{display:grid;grid-template:auto
minmax(0,1fr) / minmax(0,1fr) 24rem;height:100%;min-height:inherit;max-height:inherit}.run-head{grid-column:1 /
-1;display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.25rem 1.5rem;padding:1.1rem 1.5rem .9rem;border-bottom:1px
solid var(--line)}.run-head h2{overflow-wrap:anywhere}.run-head .tools{align-self:start}#run-origin,#run-facts{
font-size:.875rem;color:var(--soft);overflow-wrap:anywhere}#run-facts{grid-column:1 / -1;color:var(--ink);text-wrap:pretty}
#run-facts .at-stake{background:var(--stake);box-decoration-break:clone;-webkit-box-decoration-break:clone;padding:.1em
.35em;border-radius:3px}#run-facts .at-stake.hard{background:var(--stake-hard)}#run-facts .harm{color:var(--bad);
font-weight:600}#run-facts .recovered{color:var(--good);font-weight:600}.turns{display:flex;flex-direction:column;
padding:.75rem 1rem 1rem}#timeline{--gutter: 68px;--column: 30px;flex:1;overflow:hidden auto;padding:.5rem}.stave{
display:flex;margin-bottom:1.25rem}.gutter,.turn{display:grid;grid-template-rows:20px 20px 24px 24px 22px 18px;
align-items:center}.gutter{flex:none;width:var(--gutter);font-size:.75rem;color:var(--soft)}.turn{position:relative;
flex:none;width:var(--column);min-height:0;padding:0;border:0;border-radius:0;background:none;justify-items:center;
scroll-margin:3rem}.turn.stake,.gap.stake{background:var(--stake)}.turn.stake.hard,.gap.stake.hard{background:var(--stake-hard)}
.turn:before{content:"";position:absolute;inset:0;border-left:1px solid color-mix(in oklab,var(--line),transparent
45%);pointer-events:none}.turn:hover:before{background:color-mix(in oklab,var(--ink),transparent 93%)}.turn[aria-current]{
box-shadow:inset 0 0 0 2px var(--accent);border-radius:4px;z-index:1}.turn:focus-visible{outline-offset:1px;border-radius:4px;
z-index:2}.turn .at{font-size:.6875rem;color:var(--soft)}.turn .at.minor{opacity:0}.turn:is(:hover,[aria-current])
.at{color:var(--ink);opacity:1}.lane{position:relative;display:flex;align-items:center;justify-content:center;
width:100%;min-height:16px}.lane .icon{width:14px;height:14px}.lane .icon.other{width:10px;height:10px}.lane small{
font-size:.625rem;line-height:1;color:var(--soft)}.lane.sig{height:20px;font-size:.75rem;font-weight:650;line-height:1}
.lane.held{height:8px;min-height:8px}.gap{position:relative;flex:none;width:calc(2 * var(--column));display:grid;
place-content:center;font-size:.75rem;color:var(--soft);border-inline:1px dashed var(--soft)}.gap:before{content:"\\
\\22ef";text-align:center}.legend{margin-inline:.5rem;padding-top:.75rem;border-top:1px solid var(--line);font-size:.75rem;
color:var(--soft)}.legend b,.chip b{display:inline-grid;place-items:center;min-width:1.35em;height:1.35em;padding-inline:.2em;
border-radius:3px;font-size:.6875rem;line-height:1}.legend b.held{height:.6em}#details{contain:size;overflow:hidden
auto;padding:1.25rem 1.5rem 2rem;border-left:1px solid var(--line);background:var(--paper);font-size:.875rem;overflow-wrap:anywhere}
#details h3{display:flex;flex-wrap:wrap;align-items:baseline;gap:.5rem;font-size:1.125rem;font-weight:600}#details
h3 small,.more{font-size:.8125rem;font-weight:400;color:var(--soft)}.badge.after_trip,.badge.after_hard_stop{border:0;
background:var(--stake)}.badge.after_hard_stop{background:var(--stake-hard)}.trip-box{display:flex;flex-wrap:wrap;
align-items:center;gap:.15rem .5rem;margin-top:.75rem;padding:.5rem .75rem;border-left:3px solid var(--warn);background:var(--surface)}
.trip-box.hard-stop{border-color:var(--bad)}#details blockquote{margin-top:.75rem;padding-left:.75rem;border-left:2px
solid var(--line);color:var(--soft)}#details>.none{margin-top:.75rem}.calls{list-style:none}.calls li{margin-top:.9rem}
.call{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem .45rem}.call .icon{align-self:center}.call b{
font-weight:600}.summary,#details pre{display:block;margin-top:.3rem;padding:.35rem .6rem;border-radius:5px;background:var(--raised);
font-size:.8125rem;line-height:1.45;white-space:pre-wrap}#details pre{max-height:14rem;overflow:auto}.calls .failed
pre{box-shadow:inset 2px 0 var(--bad)}.chip{display:inline-flex;align-items:baseline;gap:.3em}.chip b{align-self:center}
.after{margin-top:1.1rem;padding-top:.75rem;border-top:1px solid var(--line);color:var(--soft)}@media(width<56rem){
#run-dialog{width:100vw;height:100dvh;max-height:none;margin:0;border:0;border-radius:0}.run-view{grid-template:auto
minmax(0,1fr) minmax(0,42%) / minmax(0,1fr)}.run-head{grid-template-columns:minmax(0,1fr);padding:.75rem 1rem .6rem}
.run-head .tools{order:-1}.run-head kbd{display:none}.turns{display:block;overflow:hidden auto;padding:.5rem}#timeline{
--gutter: 54px;--column: 28px}#details{padding:.9rem 1rem 1.5rem;border-left:0;border-top:1px solid var(--line)}}@media print{:root,:root[data-theme]{color-scheme:light;font-size:80%}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.tools,.filters,.skip,.order{display:none!important}.runs thead{position:static}.runs tbody tr{content-visibility:visible}
tr,.stave{break-inside:avoid}body:has(#run-dialog[open])>:not(#run-dialog){display:none}#run-dialog[open]{position:static;
width:auto;height:auto;border:0;overflow:visible}.run-view{display:block;height:auto}.turns,#details{contain:none;
overflow:visible}.stave{flex-wrap:wrap}}
`
