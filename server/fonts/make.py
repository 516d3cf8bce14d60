"""Makes the faces of papers from their packages, and the table of what they can write.

    pip install fonttools brotli
    pip download --no-deps fontpkg-noto-sans==2.15 noto-cjk-sans-otc==0.0.1      # unzip both into FOLDER
    python make.py FOLDER

FOLDER holds `fontpkg_noto_sans` and `noto_cjk_sans_otc` as they stand in the two packages.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).parent
TABLE = HERE.parent.parent / "core" / "src" / "letters.txt"

# Latin with all its additions, Greek with its old accents, Cyrillic with its additions, marks that are set on letters.
ALPHABETS = [
    (0x20, 0x7E), (0xA0, 0x24F), (0x2B0, 0x36F), (0x370, 0x3FF), (0x400, 0x52F),
    (0x1E00, 0x1EFF), (0x1F00, 0x1FFF), (0x2010, 0x2027), (0x2030, 0x203A), (0x20A0, 0x20BF),
    (0x2116, 0x2116), (0x2122, 0x2122), (0x2C60, 0x2C7F),
]
# Kana, and the punctuation beside it.
KANA = [(0x3000, 0x3017), (0x3041, 0x3096), (0x3099, 0x30FF), (0x31F0, 0x31FF)]
# Signs of names that stand in none of the three sets below.
NAMES = "喆堃镕昇翀旻珺玥赟頔彧婳祎烜琤瑒甡垚犇骉淼焱燊囍屾祐砼煊晞曦鋆鑫鎏鏐玭珮瑄璟瓛昉昪晛暐暻曌栢栞梽" \
    "橒櫆淏湉湜滢潞瀞灏炘烔焜煐煜熠燚牁玎玙玟珅珂珈珩珣珺琇琎琬琰琲瑀瑗瑢瑧璘璠璿畲皞睿祾禛秭稹竑笪筠箐綝翯" \
    "芃芮苒茆茜荞莜莯菀菂萩葳蒴蓥蔚蕖薷蘅虢衎裎讦谞贇赓轶迨逄邠郗郤鄢釤铖铄锃锜镒闫闵阚陞雎雱霁霂靓韡韫頲颀颢" \
    "飏驎骅骎骐骞髙﨑濵槗邨桒嶋﨟塚凜煕祷穣蓮遙彌龢龑闳"
HAN = [(0x3400, 0x9FFF), (0xF900, 0xFAFF)]


def within(ranges):
    return {code for first, last in ranges for code in range(first, last + 1)}


def of(encoding, rows, columns):
    """Every sign of these rows of an encoding."""
    signs = set()
    for row in rows:
        for column in columns:
            try:
                signs.add(ord(bytes([row, column]).decode(encoding)))
            except (UnicodeDecodeError, TypeError):
                continue
    return signs


def chinese():
    """GB 2312, the frequent half of Big5 and of JIS X 0208, and signs of names."""
    wide = range(0xA1, 0xFF)
    signs = of("gb2312", range(0xA1, 0xF8), wide)
    signs |= of("big5", range(0xA4, 0xC7), [*range(0x40, 0x7F), *wide])
    signs |= of("euc_jp", range(0xB0, 0xD0), wide)
    signs |= {ord(sign) for sign in NAMES}
    # The alphabets among them are for the other face.
    return (signs & within([*HAN, (0x2E80, 0x9FFF), (0x3105, 0x3129), (0xFF00, 0xFFEF), (0x2000, 0x2BFF)])) | within(KANA)


def cut(font, codes, features):
    options = Options()
    options.hinting = False
    options.layout_features = features
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["BASE", "VORG", "vhea", "vmtx", "STAT", "meta", "MVAR", "DSIG"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)


def main(folder):
    noto = TTFont(folder / "fontpkg_noto_sans" / "files" / "NotoSans[wdth,wght].ttf", recalcTimestamp=False)
    noto = instantiateVariableFont(noto, {"wght": 400, "wdth": 100})
    cut(noto, within(ALPHABETS), ["ccmp", "mark", "mkmk"])
    noto.save(HERE / "NotoSans-Regular.ttf")

    # The third of the collection is the one of simplified Chinese.
    han = TTFont(folder / "noto_cjk_sans_otc" / "NotoSansCJK-Regular.ttc", fontNumber=2, recalcTimestamp=False)
    cut(han, within([(0x20, 0x7E)]) | chinese(), [])
    han.save(HERE / "NotoSansCJKsc-Regular.otf")
    TABLE.write_text(table())


def table():
    """Every letter that the faces of texts have, as ranges in hexadecimal."""
    faces = ["RadioCanada-Regular.ttf", "NotoSans-Regular.ttf", "NotoSansCJKsc-Regular.otf"]
    codes = sorted({code for face in faces for code in TTFont(HERE / face).getBestCmap() if code >= 0x20})
    ranges = []
    for code in codes:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    words = [f"{first:x}" if first == last else f"{first:x}-{last:x}" for first, last in ranges]
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > 110:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
