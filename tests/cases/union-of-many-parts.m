-- why: a union may have any number of parts, also where a value of one is converted to another
-- options: --deadlock off
-- expect: verdict=holds states=13 rules=60
-- expect-exact: states=8 rules=36
type S: scalarset(2);
  E0: enum {e0}; E1: enum {e1}; E2: enum {e2}; E3: enum {e3}; E4: enum {e4}; E5: enum {e5}; E6: enum {e6};
  E7: enum {e7}; E8: enum {e8}; E9: enum {e9}; E10: enum {e10}; E11: enum {e11}; E12: enum {e12}; E13: enum {e13};
  E14: enum {e14}; E15: enum {e15}; E16: enum {e16}; E17: enum {e17}; E18: enum {e18}; E19: enum {e19};
  E20: enum {e20}; E21: enum {e21}; E22: enum {e22}; E23: enum {e23}; E24: enum {e24}; E25: enum {e25};
  E26: enum {e26}; E27: enum {e27}; E28: enum {e28}; E29: enum {e29}; E30: enum {e30}; E31: enum {e31};
  E32: enum {e32}; E33: enum {e33}; E34: enum {e34}; E35: enum {e35}; E36: enum {e36}; E37: enum {e37};
  E38: enum {e38}; E39: enum {e39}; E40: enum {e40}; E41: enum {e41}; E42: enum {e42}; E43: enum {e43};
  E44: enum {e44}; E45: enum {e45}; E46: enum {e46}; E47: enum {e47}; E48: enum {e48}; E49: enum {e49};
  E50: enum {e50}; E51: enum {e51}; E52: enum {e52}; E53: enum {e53}; E54: enum {e54}; E55: enum {e55};
  E56: enum {e56}; E57: enum {e57}; E58: enum {e58}; E59: enum {e59}; E60: enum {e60}; E61: enum {e61};
  E62: enum {e62}; E63: enum {e63}; E64: enum {e64}; E65: enum {e65}; E66: enum {e66}; E67: enum {e67};
  E68: enum {e68}; E69: enum {e69};
  most: union {
    E0, E1, E2, E3, E4, E5, E6, E7, E8, E9, E10, E11, E12, E13, E14, E15, E16, E17, E18, E19, E20, E21, E22, E23,
    E24, E25, E26, E27, E28, E29, E30, E31, E32, E33, E34, E35, E36, E37, E38, E39, E40, E41, E42, E43, E44, E45,
    E46, E47, E48, E49, E50, E51, E52, E53, E54, E55, E56, E57, E58, E59, E60, E61, E62, E63, E64, E65, E66, E67,
    E68, E69, S};
  other: union {
    S, E69, E68, E67, E66, E65, E64, E63, E62, E61, E60, E59, E58, E57, E56, E55, E54, E53, E52, E51, E50, E49, E48,
    E47, E46, E45, E44, E43, E42, E41, E40, E39, E38, E37, E36, E35, E34, E33, E32, E31, E30, E29, E28, E27, E26,
    E25, E24, E23, E22, E21, E20, E19, E18, E17, E16, E15, E14, E13, E12, E11, E10, E9, E8, E7, E6, E5, E4, E3, E2,
    E1};
var u: most; v: other;
startstate begin u := e0; end;
ruleset p: S do rule "element" begin u := p; end; end;
rule "last" begin u := e69; end;
rule "over" !ismember(u, E0) ==> begin v := u; end;
rule "back" !isundefined(v) ==> begin u := v; end;
